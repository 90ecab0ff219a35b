/** Draws scenes of a page whose assets are below a URL. */
import type { DrawReply, DrawRequest, StartDrawing } from "../../protocol/draw-messages.ts";
import type { LayerRequest, Rejection } from "../../protocol/view-state.ts";
import type { DrawServer } from "./draw-server.ts";
import { workerScope } from "./worker-scope.ts";

const scope = workerScope<DrawRequest | StartDrawing, DrawReply>();
let start: Pick<StartDrawing, "assets" | "layers"> = { assets: undefined, layers: undefined };

/** A name in a variable, which the bundler does not resolve. */
const THREAD = "render-thread.js";

/** The renderer is loaded for the first request: the page starts without it. */
let server: Promise<DrawServer> | undefined;

async function startServer(): Promise<DrawServer> {
  const module = await import("./draw-server.ts");
  return new module.DrawServer(
    {
      async fetchAsset(meshId, signal) {
        if (start.assets === undefined) throw new Error(`no file for the mesh "${meshId}"`);
        const response = await fetch(start.assets + encodeURIComponent(meshId), { signal });
        if (!response.ok) throw new Error(await messageOf(response));
        return new Uint8Array(await response.arrayBuffer());
      },
      async fetchLayer(location, version) {
        if (start.layers === undefined) return "none";
        const request: LayerRequest = { location, version };
        const response = await fetch(start.layers, { method: "POST", body: JSON.stringify(request) });
        if (response.status === 204) return "same";
        if (response.status === 404) return "none";
        if (!response.ok) throw new Error(await messageOf(response));
        const found = (response.headers.get("ETag") ?? "").replaceAll('"', "");
        return { bytes: new Uint8Array(await response.arrayBuffer()), version: found };
      },
      wasmUrl: (name) => Promise.resolve(new URL(name, import.meta.url).href),
      startThread: () =>
        new Worker(new URL(THREAD, import.meta.url), { type: "module", name: "@usdkit/raster worker" }),
    },
    (reply, moved) => scope.postMessage(reply, moved),
  );
}

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "start") start = data;
  // Requests stay in their order: each waits for the same promise.
  else (server ??= startServer()).then((drawing) => drawing.handle(data)).catch(reportError);
});

async function messageOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as Partial<Rejection>;
    if (typeof message === "string") return message;
  } catch {
    // The response is not JSON: uses the status.
  }
  return `the server answered ${response.status}`;
}
