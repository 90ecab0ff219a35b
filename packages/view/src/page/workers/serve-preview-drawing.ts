/** Draws scenes in a worker of a page whose files come over a port. */
import type { DrawReply, DrawRequest } from "../../protocol/draw-messages.ts";
import { DrawServer } from "./draw-server.ts";
import { FileClient } from "./file-client.ts";
import type { StartPreviewDrawing } from "./preview-file-messages.ts";
import { workerScope, type WorkerScope } from "./worker-scope.ts";

type DrawScope = WorkerScope<DrawRequest | StartPreviewDrawing, DrawReply>;

/** Answers the requests that the worker gets from now on. */
export function serveDrawing(): void {
  const scope: DrawScope = workerScope();
  let server: DrawServer | undefined;
  scope.addEventListener("message", ({ data }) => {
    if (data.kind === "start") server = start(data, scope);
    else server?.handle(data);
  });
}

function start({ files: port, thread }: StartPreviewDrawing, scope: DrawScope): DrawServer {
  const files = new FileClient(port);
  return new DrawServer(
    {
      fetchAsset: async (meshId, signal) => (await files.read({ meshId }, signal)).bytes ?? new Uint8Array(),
      async fetchLayer(layer, version) {
        const { bytes, version: found = "" } = await files.read({ layer, version });
        if (bytes === null) return found === "" ? "none" : "same";
        return { bytes, version: found };
      },
      wasmUrl: async (wasm) => {
        const { bytes } = await files.read({ wasm });
        return URL.createObjectURL(new Blob([bytes ?? ""], { type: "application/wasm" }));
      },
      startThread: () => new Worker(thread, { type: "module", name: "@usdkit/raster worker" }),
    },
    (reply, moved) => scope.postMessage(reply, moved),
  );
}
