/** Render jobs: spec 4.3. */
import { limits } from "@usdkit/contract";
import { invalid, notFound, problemReply } from "../http/problems.ts";
import { jsonReply } from "../http/reply.ts";
import type { JobStore } from "../state/job-store.ts";
import { processing } from "../state/render-operation.ts";
import { readScene, resolutionOf } from "../state/scene-text.ts";
import type { Behaviours } from "./behaviour.ts";

export function jobBehaviours(jobs: JobStore): Behaviours<"submitJob" | "getJob"> {
  const idField = ["operationId"];
  return {
    submitJob: {
      idField,
      answer: ({ body: { requestId, usdContent } }, { user }) => {
        const text = readScene(usdContent);
        if (text === undefined) return invalid("usdContent is no scene");
        const resolution = resolutionOf(text);
        if (resolution?.every((side) => side >= 1 && side <= limits.resolutionPixels) !== true) {
          return invalid("resolution is missing or out of range");
        }
        if (jobs.isGuarded(user, requestId)) return problemReply("already-exists");
        const job = jobs.add(user, requestId, resolution);
        return jsonReply(202, processing(job.operationId));
      },
    },
    getJob: {
      idField,
      answer: ({ body: { operationId } }, { user }) => {
        const job = jobs.get(operationId);
        return job?.user === user ? jsonReply(200, jobs.poll(job)) : notFound("there is no such job");
      },
    },
  };
}
