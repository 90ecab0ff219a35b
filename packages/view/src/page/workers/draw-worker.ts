/** Draws scenes. Assets come from the server, or from the page if there is none. */
import { RenderPool, type LoadOptions } from "@usdkit/raster";
import { isBinary } from "../../document/is-binary.ts";
import { AssetStore, type FetchAsset } from "../../draw/asset-store.ts";
import { DrawScene } from "../../draw/draw-scene.ts";
import type { DrawOptions, DrawReply, DrawRequest } from "../../protocol/draw-messages.ts";
import type { Rejection } from "../../protocol/view-state.ts";
import { decodeImage } from "../decoders/decode-image.ts";
import { workerScope } from "./worker-scope.ts";

const scope = workerScope<DrawRequest, DrawReply>();
const added = new Map<string, Uint8Array>();
let assetsUrl: string | undefined;

const folder = new URL(".", import.meta.url);
/** Decoders are loaded for the first asset that needs them. */
const decoders: LoadOptions = {
  decodeImage,
  createDracoDecoder: async (overrides) => (await import("../decoders/draco.ts")).createDraco(overrides, folder),
  createBasisTranscoder: async () => (await import("../decoders/basis.ts")).createBasis(folder),
};

const fetchAsset: FetchAsset = async (meshId, signal) => {
  const own = added.get(meshId);
  if (own !== undefined) return own;
  if (assetsUrl === undefined) throw new Error(`no file for the mesh "${meshId}"`);
  const response = await fetch(assetsUrl + encodeURIComponent(meshId), { signal });
  if (!response.ok) throw new Error(await messageOf(response));
  return new Uint8Array(await response.arrayBuffer());
};
const assets = new AssetStore(fetchAsset, decoders);

/** A name in a variable, which the bundler does not resolve. */
const THREAD = "render-thread.js";
const threadUrl = new URL(THREAD, import.meta.url);
const startThread = (): Worker => new Worker(threadUrl, { type: "module", name: "@usdkit/raster worker" });
/** Threads that started before the pool needs them. */
const early: Worker[] = [];
const MAX_EARLY = 8;
const pool = new RenderPool({ createWorker: () => early.pop() ?? startThread() });
const scene = new DrawScene(assets, pool);

let loading = new AbortController();
let drawing: { readonly id: number; readonly isSharp: boolean; readonly stop: AbortController } | undefined;
let waiting: { readonly id: number; readonly options: DrawOptions } | undefined;

scope.addEventListener("message", ({ data }) => {
  switch (data.kind) {
    case "start":
      assetsUrl = data.assets;
      break;
    case "add-asset":
      added.set(data.meshId, data.bytes);
      assets.clear();
      break;
    case "prepare":
      // Threads start while the assets are loaded. The text of a binary file comes later.
      if (!isBinary(data.source) && scene.prepare(data.source) && crossOriginIsolated) {
        for (let i = Math.min(MAX_EARLY, navigator.hardwareConcurrency); i > 0; i--) early.push(startThread());
      }
      break;
    case "forget-assets":
      assets.clear();
      break;
    case "scene":
      void load(data);
      break;
    case "draw":
      ask(data);
      break;
    case "pick":
      scope.postMessage({ kind: "pick", id: data.id, picked: scene.pick(data.x, data.y) }, []);
      break;
  }
});

async function load({ id, source }: Extract<DrawRequest, { kind: "scene" }>): Promise<void> {
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  try {
    scope.postMessage({ kind: "scene", id, scene: await scene.load(source, signal) }, []);
  } catch (error) {
    if (!signal.aborted) scope.postMessage({ kind: "no-image", id, problem: describe(error) }, []);
  }
}

/** Drafts are finished, since they are short; the next request aborts a sharp image. */
function ask(request: { readonly id: number; readonly options: DrawOptions }): void {
  if (waiting !== undefined) scope.postMessage({ kind: "no-image", id: waiting.id, problem: null }, []);
  waiting = request;
  if (drawing === undefined) void drawAll();
  else if (drawing.isSharp) drawing.stop.abort();
}

async function drawAll(): Promise<void> {
  for (let next = take(); next !== undefined; next = take()) {
    const { id, options } = next;
    const stop = new AbortController();
    drawing = { id, isSharp: options.quality === "sharp", stop };
    try {
      const image = await scene.draw(options, stop.signal);
      scope.postMessage({ kind: "image", id, image }, [image.data.buffer]);
    } catch (error) {
      scope.postMessage({ kind: "no-image", id, problem: stop.signal.aborted ? null : describe(error) }, []);
    }
  }
  drawing = undefined;
}

function take(): typeof waiting {
  const next = waiting;
  waiting = undefined;
  return next;
}

async function messageOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as Partial<Rejection>;
    if (typeof message === "string") return message;
  } catch {
    // The response is not JSON: uses the status.
  }
  return `the server answered ${response.status}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
