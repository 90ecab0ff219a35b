/** Render jobs: spec 4.3. Submit and poll have one path; the body says which it is. */
import { alreadyExists, invalid, notFound } from "../http/problems.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import type { JobStore } from "../state/job-store.ts";
import { processing } from "../state/render-operation.ts";
import { decodeScene, isScene, resolutionOf } from "../state/scene-text.ts";
import type { Caller, Route } from "./route.ts";

const MAX_RESOLUTION = 4500;

export function jobRoutes(jobs: JobStore): Route[] {
  function submit(request: ReceivedRequest, { user }: Caller): Reply {
    const checked = checkScene(request);
    if (typeof checked !== "object") return invalid(checked, "rendercloud");
    const resolution = resolutionOf(checked.text);
    if (resolution?.every((side) => side >= 1 && side <= MAX_RESOLUTION) !== true) {
      return invalid("resolution is missing or out of range", "rendercloud");
    }
    if (jobs.isGuarded(user, checked.requestId)) return alreadyExists(checked.requestId);
    const job = jobs.add(user, checked.requestId, resolution);
    return jsonReply(202, processing(job.operationId));
  }

  function get(request: ReceivedRequest, { user }: Caller): Reply {
    const job = jobs.get(String(request.field("operationId")));
    return job?.user === user ? jsonReply(200, jobs.poll(job)) : notFound("there is no such job", "rendercloud");
  }

  const common = { host: "gateway", access: "key", method: "POST", path: "/global/rendercloud/v1/jobs" } as const;
  const idField = ["operationId"];
  return [
    { ...common, id: "jobs.submit", idField, takes: (request) => !hasOperationId(request), answer: submit },
    { ...common, id: "jobs.get", idField, takes: hasOperationId, answer: get },
  ];
}

export function hasOperationId(request: ReceivedRequest): boolean {
  const operationId = request.field("operationId");
  return operationId !== undefined && operationId !== null && operationId !== "";
}

/** The scene of a job or session, or what is wrong with it. */
export function checkScene(request: ReceivedRequest): { requestId: string; text: string } | string {
  const [requestId, usdContent] = [request.field("requestId"), request.field("usdContent")];
  if (typeof requestId !== "string" || !/^[\x21-\x7e]{1,128}$/.test(requestId))
    return "requestId is missing or invalid";
  if (typeof usdContent !== "string" || usdContent === "") return "usdContent is missing";
  const text = decodeScene(usdContent);
  if (text === undefined) return "usdContent is no Base64 of UTF-8 text";
  return isScene(text) ? { requestId, text } : "usdContent does not begin with #usda 1.0";
}
