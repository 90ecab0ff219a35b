"""A check of our own. That of schemathesis, use_after_free, leaves out POST, and all that uses a session is one."""

import json

import schemathesis

SESSIONS = "/global/rendercloud/v1/streams"
ended = set()


def session_of(case):
    if case.path.startswith(f"{SESSIONS}/"):
        return (case.path_parameters or {}).get("sessionId")
    if case.path == SESSIONS and isinstance(case.body, dict):
        return case.body.get("operationId")
    return None


@schemathesis.check
def session_after_its_end(ctx, response, case):
    session = session_of(case)
    if not isinstance(session, str):
        return
    succeeded = 200 <= response.status_code < 300
    if session in ended and response.status_code not in (400, 401, 404, 405):
        raise AssertionError(
            f"{case.method} of a session that was ended before: expected 404, found {response.status_code} {json.dumps(session)}"
        )
    if case.method.upper() == "DELETE" and succeeded:
        ended.add(session)
