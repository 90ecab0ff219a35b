import { noteTask } from "../../tracing/spans.ts";
import { limits, submitJob } from "@usdkit/contract";
import { ApiFailure } from "../api-failure.ts";
import type { JobInput } from "../../operations/render-job.ts";
import { handles, type Handler } from "../handler.ts";
import { readScene } from "../read-scene.ts";

export const submitJobHandler: Handler = handles(submitJob, async (call, service) => {
  const { storage, settings, clock, dispatcher, jobRate, variants } = service;
  const { requestId, usdContent } = call.request.body;
  const wait = jobRate.take(call.user);
  if (wait > 0) throw new ApiFailure("rate-limited", `at most ${settings.jobsPerMinute} jobs a minute`, wait);
  const { bytes, resolution, meshes } = await readScene(usdContent, "offline", service);
  if (resolution === null) throw new ApiFailure("invalid-parameters", "usdContent: expected a resolution");

  const id = variants.makeId();
  const time = clock.now();
  const input: JobInput = { resolution, meshes };
  const answer = await storage.tasks.add(
    { id, kind: "job", lane: "render", user: call.user, name: requestId, input, content: bytes, time },
    { guard: { requestId, until: time + limits.duplicateGuardMs }, unfinished: settings.unfinishedPerUser },
  );
  if (answer === "duplicate") {
    jobRate.giveBack(call.user);
    throw new ApiFailure(
      "already-exists",
      `requestId: a job with ${JSON.stringify(requestId)} was submitted within a minute`,
    );
  }
  if (answer === "full") throw new ApiFailure("rate-limited", "too many jobs are unfinished", 5);
  noteTask(id);
  dispatcher.wake("render");
  return { status: 202, body: { operationId: id, metaData: null, done: false, result: null, error: null } };
});
