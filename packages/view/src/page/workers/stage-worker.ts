/** Composes stages of files that the page has: nothing else is read. */
import type { StageWorkerReply, StageWorkerRequest } from "../../stage/stage-worker-messages.ts";
import { StageSessions } from "../../stage/stage-sessions.ts";
import { workerScope } from "./worker-scope.ts";

const scope = workerScope<StageWorkerRequest, StageWorkerReply>();
const files = new Map<string, Uint8Array>();
const sessions = new StageSessions({
  read: (location) => files.get(location),
  versionOf: (location) => (files.has(location) ? "1" : ""),
});

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "file") files.set(data.location, data.bytes);
  else void answer(data.id, data.request);
});

async function answer(id: number, request: Parameters<typeof sessions.reply>[0]): Promise<void> {
  try {
    const { reply } = await sessions.reply(request);
    scope.postMessage({ id, reply }, []);
  } catch (error) {
    scope.postMessage({ id, fault: error instanceof Error ? error.message : String(error) }, []);
  }
}
