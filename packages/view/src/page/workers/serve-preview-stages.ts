/** Composes stages in a worker of a page whose files come over a port. */
import { FetchedStages } from "../../stage/fetched-stages.ts";
import type { StageWorkerReply, StageWorkerRequest } from "../../stage/stage-worker-messages.ts";
import { FileClient } from "./file-client.ts";
import type { FilesChanged, StartPreviewStages } from "./preview-file-messages.ts";
import { workerScope } from "./worker-scope.ts";

/** Answers the requests that the worker gets from now on. */
export function serveStages(): void {
  const scope = workerScope<StageWorkerRequest | StartPreviewStages | FilesChanged, StageWorkerReply>();
  let stages: FetchedStages | undefined;
  // Questions are answered one after the other: files may be fetched for each.
  let last: Promise<void> = Promise.resolve();
  scope.addEventListener("message", ({ data }) => {
    if (data.kind === "start") stages = stagesOf(new FileClient(data.files));
    else if (data.kind === "files-changed") stages?.filesChanged();
    else if (data.kind === "ask") {
      const { id, request } = data;
      last = last.then(async () => scope.postMessage(await answer(stages, id, request), []));
    }
  });
}

function stagesOf(files: FileClient): FetchedStages {
  return new FetchedStages(async (layer, version) => {
    const { bytes, version: found = "" } = await files.read({ layer, version });
    return { bytes, version: found };
  });
}

async function answer(
  stages: FetchedStages | undefined,
  id: number,
  request: Parameters<FetchedStages["reply"]>[0],
): Promise<StageWorkerReply> {
  try {
    return { id, reply: (await stages?.reply(request)) ?? { problem: "no files were given" } };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}
