-- What wrk sends. BENCH_HEADER ("Name: value") is a header of a plain GET of the address. BENCH_TASKS names a file of "token assignment" lines; BENCH_WRITE makes it save reviews.
local tasks, writes, n = {}, os.getenv("BENCH_WRITE") == "1", 0

local name, value = (os.getenv("BENCH_HEADER") or ""):match("([^:]+): (.*)")

init = function()
  if name then return end
  for line in io.lines(os.getenv("BENCH_TASKS")) do
    local token, assignment = line:match("(%S+) (%S+)")
    tasks[#tasks + 1] = { token = token, assignment = assignment }
  end
  math.randomseed(tonumber(os.getenv("BENCH_SEED") or "1"))
end

request = function()
  if name then
    wrk.headers[name] = value
    return wrk.format("GET")
  end
  local task = tasks[math.random(#tasks)]
  local headers = { ["Authorization"] = "Bearer " .. task.token }
  if not writes then
    return wrk.format("GET", "/api/judge/assignments", headers)
  end
  headers["Content-Type"] = "application/json"
  local body = string.format(
    '{"scores":{"impact":%d,"craft":%d,"idea":%d,"use":%d},"comment":"Clear and useful.","submit":true}',
    math.random(0, 10), math.random(0, 10), math.random(0, 10), math.random(0, 10))
  return wrk.format("POST", "/api/judge/assignments/" .. task.assignment .. "/review", headers, body)
end
