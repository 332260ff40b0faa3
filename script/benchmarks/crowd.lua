-- What wrk sends in script/crowd: the pages of CROWD_PAGES in turn. It counts the answers by status, and those that hold CROWD_SECRET.
local threads, pages, n = {}, {}, 0
local secret = os.getenv("CROWD_SECRET")

setup = function(thread) table.insert(threads, thread) end

init = function()
  statuses, leaked = {}, 0
  for page in os.getenv("CROWD_PAGES"):gmatch("%S+") do table.insert(pages, page) end
end

request = function()
  n = n + 1
  return wrk.format("GET", pages[n % #pages + 1])
end

response = function(status, headers, body)
  statuses[status] = (statuses[status] or 0) + 1
  if secret and body:find(secret, 1, true) then leaked = leaked + 1 end
end

done = function()
  local found, leaks = {}, 0
  for _, thread in ipairs(threads) do
    for status, number in pairs(thread:get("statuses")) do found[status] = (found[status] or 0) + number end
    leaks = leaks + thread:get("leaked")
  end
  for status, number in pairs(found) do print(string.format("status %d %d", status, number)) end
  print("leaked " .. leaks)
end
