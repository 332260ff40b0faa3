"""Which statuses the specification allows for each operation. The document lists the success responses only, so
this table is kept by hand, and an operation without a row fails the check."""

# Success first. 422 where something is created: an idempotency key that was used for another request. 401 for nobody, and
# for nobody else: every token of a run is a good one.
STATUSES = {
    "GET /api/docs": (200,),
    "GET /api/events": (200, 400),
    "POST /api/events/import": (201, 400, 401, 403, 409, 413),
    "GET /api/events/{slug}": (200, 404),
    "POST /api/events/{slug}/assignments/share-out": (200, 401, 403, 404, 409, 412),
    "GET /api/events/{slug}/audit-head": (200, 401, 403, 404, 409),
    "GET /api/events/{slug}/badge-status": (200, 404),
    "GET /api/events/{slug}/ballot": (200, 401, 403, 404),
    "POST /api/events/{slug}/ballot": (200, 400, 401, 403, 404, 409, 413, 422),
    "GET /api/events/{slug}/calls": (200, 401, 403, 404),
    "POST /api/events/{slug}/calls": (200, 400, 401, 403, 404, 409, 413),
    "DELETE /api/events/{slug}/calls": (200, 401, 403, 404, 409),
    "POST /api/events/{slug}/calls/{id}/close": (200, 401, 403, 404),
    "POST /api/events/{slug}/calls/{id}/take": (200, 401, 403, 404),
    "GET /api/events/{slug}/confirmations": (200, 401, 403, 404),
    "POST /api/events/{slug}/confirmations/{id}/confirm": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/confirmations/{id}/decline": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/confirmations/{id}/withdraw": (200, 401, 403, 404, 409),
    "GET /api/events/{slug}/conflicts": (200, 401, 403, 404),
    "GET /api/events/{slug}/export/bundle.json": (200, 401, 403, 404),
    "GET /api/events/{slug}/export/{kind}.csv": (200, 401, 403, 404),
    "GET /api/events/{slug}/evidence": (200, 401, 404),
    "GET /api/events/{slug}/more-time": (200, 401, 403, 404),
    "POST /api/events/{slug}/more-time": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/open": (200, 401, 403, 404, 409),
    "GET /api/events/{slug}/prizes": (200, 404),
    "GET /api/events/{slug}/prizes/by-rule": (200, 401, 403, 404),
    "POST /api/events/{slug}/prizes/by-rule": (200, 400, 401, 403, 404, 409, 413),
    "GET /api/events/{slug}/prizes/{id}/panel": (200, 401, 404),
    "GET /api/events/{slug}/projects": (200, 400, 404),
    "POST /api/events/{slug}/projects": (201, 400, 401, 403, 404, 409, 413, 422),
    "POST /api/events/{slug}/projects/{id}/correct": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/projects/{id}/restore": (200, 401, 403, 404, 409),
    "POST /api/events/{slug}/projects/{id}/withdraw": (200, 400, 401, 403, 404, 409, 413),
    "GET /api/events/{slug}/questions": (200, 404),
    "POST /api/events/{slug}/questions": (201, 400, 401, 403, 404, 409, 413, 422),
    "POST /api/events/{slug}/questions/until": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/questions/{number}/answer": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/questions/{number}/own": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/questions/{number}/remove": (200, 400, 401, 403, 404, 409, 413),
    "GET /api/events/{slug}/results": (200, 404),
    "POST /api/events/{slug}/results": (200, 400, 401, 403, 404, 409, 413, 422),
    "GET /api/events/{slug}/results/how": (200, 404),
    "POST /api/events/{slug}/results/final": (200, 401, 403, 404, 409),
    "GET /api/events/{slug}/results/signed": (200, 404),
    "POST /api/events/{slug}/scores": (200, 400, 401, 403, 404, 409, 412, 413, 422),
    "POST /api/events/{slug}/scores/check": (200, 400, 401, 403, 404, 413),
    "GET /api/events/{slug}/team/join/{code}": (200, 401, 404),
    "GET /api/events/{slug}/votes": (200, 404, 409),
    "GET /api/events/{slug}/winners": (200, 401, 403, 404),
    "POST /api/events/{slug}/winners": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/events/{slug}/winners/next": (200, 400, 401, 403, 404, 409, 413),
    "GET /api/judge/assignments": (200, 400, 401, 403),
    "POST /api/judge/assignments/{id}/review": (200, 400, 401, 404, 409, 413, 422),
    "GET /api/judge/badge": (200, 400, 401, 403, 404),
    "GET /api/judge/record": (200, 400, 401, 403, 404),
    "GET /api/judge/scores": (200, 400, 401, 403, 404),
    "GET /api/judge/tasks": (200, 401, 403),
    "GET /api/me": (200, 401),
    "GET /api/me/notices": (200, 401),
    "GET /api/panels": (200, 401),
    "GET /api/participant/badge": (200, 400, 401, 403, 404),
    "GET /api/participant/record": (200, 400, 401, 403, 404),
    "GET /api/projects/{id}": (200, 404),
    "PATCH /api/projects/{id}": (200, 400, 401, 403, 404, 409, 413),
    "POST /api/projects/{id}/pictures": (201, 400, 401, 403, 404, 409, 413),
    "PATCH /api/projects/{id}/pictures/{picture}": (200, 400, 401, 403, 404, 409, 413),
    "DELETE /api/projects/{id}/pictures/{picture}": (200, 401, 403, 404, 409),
    "GET /api/projects/{id}/comments": (200, 400, 404),
    "GET /api/projects/{id}/feedback": (200, 401, 403, 404),
    "GET /api/projects/{id}/prizes": (200, 401, 403, 404),
    "GET /api/projects/{id}/visits": (200, 401, 403, 404),
    "POST /api/projects/{id}/evidence": (201, 400, 401, 403, 404, 409, 413, 422),
    "POST /api/projects/{id}/comments": (201, 400, 401, 404, 413, 422),
    "GET /api/proposals": (200, 401),
    "POST /api/proposals": (201, 400, 401, 404, 413, 422),
    "GET /api/schema": (200,),
    "POST /api/verify": (200, 400, 413),
}


def wrong_status(label, status, nobody):
    """Why this status is not one of the specification's, if so."""
    allowed = STATUSES.get(label)
    if allowed is None:
        return f"no row in {__name__}.py"
    if nobody and 401 in allowed:
        # A path that is no text names nothing, whoever asks.
        return None if status in (401, 404) else f"{status} for nobody on a route that needs credentials"
    if status in allowed and status != 401:
        return None
    return f"{status} is none of {', '.join(map(str, allowed))}"


def wrong_refusal(status, headers, body):
    """What is wrong with the form of a refusal, if anything: `{detail}`, or for 400 lists of messages by field."""
    if headers.get("content-type", "").split(";")[0] != "application/json":
        return f"a refusal of type {headers.get('content-type')!r}"
    if not isinstance(body, dict):
        return "a refusal that is no object"
    if status == 401 and headers.get("www-authenticate") != "Bearer":
        return "401 without WWW-Authenticate: Bearer"
    if list(body) == ["detail"] and isinstance(body["detail"], str) and body["detail"]:
        return None
    by_field = status == 400 and body and all(isinstance(m, list) and m and all(isinstance(t, str) for t in m) for m in body.values())
    return None if by_field else "a refusal without detail or messages by field"
