/** Draws scenes in a worker. */
import { RenderPool } from "@usdkit/raster";
import { isBinaryLayer } from "@usdkit/usd";
import { AssetStore, type FetchAsset } from "../../draw/asset-store.ts";
import { DrawScene } from "../../draw/draw-scene.ts";
import { LayerFiles, type FetchLayer } from "../../draw/layer-files.ts";
import { pageMessage } from "../../draw/page-message.ts";
import type { DrawOptions, DrawReply, DrawRequest, TexturePicture } from "../../protocol/draw-messages.ts";
import { BASIS_WASM, DRACO_WASM, type WasmFile } from "../../protocol/wasm-files.ts";
import { decodeImage } from "../decoders/decode-image.ts";
import { texturePicture } from "../decoders/texture-picture.ts";

/** What the kinds of pages have in different places. */
export interface DrawFiles {
  readonly fetchAsset: FetchAsset;
  readonly fetchLayer: FetchLayer;
  /** Returns the URL of a decoder's WebAssembly; called for the first asset that needs it. */
  readonly wasmUrl: (name: WasmFile) => Promise<string>;
  /** Starts a thread of the renderer; called only if threads can share memory. */
  readonly startThread: () => Worker;
}

/** Posts a reply to the page. */
export type PostReply = (reply: DrawReply, moved: Transferable[]) => void;

/** Maximum number of threads that start before the pool needs them. */
const MAX_EARLY = 8;

/** Version of files of the page, which do not change. */
const PAGE_FILE = "page";

type SceneRequest = Extract<DrawRequest, { kind: "scene" }>;

/** Handles the requests of one page. */
export class DrawServer {
  readonly #post: PostReply;
  readonly #startThread: () => Worker;
  readonly #early: Worker[] = [];
  readonly #assets: AssetStore;
  readonly #scene: DrawScene;
  readonly #pageFiles = new Map<string, Uint8Array>();
  /** The last request of a scene; undefined if none is wanted. */
  #wanted: SceneRequest | undefined;
  /** The scene that is being loaded. */
  #loading: AbortController | undefined;
  #drawing: { readonly id: number; readonly isSharp: boolean; readonly stop: AbortController } | undefined;
  #waiting: { readonly id: number; readonly options: DrawOptions } | undefined;

  constructor({ fetchAsset, fetchLayer, wasmUrl, startThread }: DrawFiles, post: PostReply) {
    this.#post = post;
    this.#startThread = startThread;
    // Decoders are loaded for the first asset that needs them.
    this.#assets = new AssetStore(fetchAsset, {
      decodeImage,
      createDracoDecoder: async (overrides) => {
        const [{ createDraco }, url] = await Promise.all([import("../decoders/draco.ts"), wasmUrl(DRACO_WASM)]);
        return await createDraco(overrides, url);
      },
      createBasisTranscoder: async () => {
        const [{ createBasis }, url] = await Promise.all([import("../decoders/basis.ts"), wasmUrl(BASIS_WASM)]);
        return await createBasis(url);
      },
    });
    const pool = new RenderPool({ createWorker: () => this.#early.pop() ?? startThread() });
    const layers = new LayerFiles(async (location, version) => {
      const bytes = this.#pageFiles.get(location);
      if (bytes === undefined) return await fetchLayer(location, version);
      return version === PAGE_FILE ? "same" : { bytes, version: PAGE_FILE };
    });
    this.#scene = new DrawScene(this.#assets, layers, pool);
  }

  handle(request: DrawRequest): void {
    switch (request.kind) {
      case "prepare":
        this.#prepare(request.source);
        break;
      case "files":
        for (const { location, bytes } of request.files) this.#pageFiles.set(location, bytes);
        break;
      case "forget-assets":
        this.#assets.clear();
        this.#scene.outdate();
        break;
      case "forget-scene":
        this.#forget();
        break;
      case "scene":
        void this.#request(request);
        break;
      case "draw":
        this.#ask(request);
        break;
      case "pick":
        this.#post({ kind: "pick", id: request.id, picked: this.#scene.pick(request.x, request.y) }, []);
        break;
      case "bounds":
        void this.#bounds(request);
        break;
      case "texture":
        void this.#texture(request);
        break;
    }
  }

  async #bounds({ id, path, time }: Extract<DrawRequest, { kind: "bounds" }>): Promise<void> {
    const box = await this.#scene.bounds(path, time).catch(() => null);
    this.#post({ kind: "bounds", id, box }, []);
  }

  async #texture({ id, path, size }: Extract<DrawRequest, { kind: "texture" }>): Promise<void> {
    let texture: TexturePicture;
    try {
      const bytes = await this.#scene.texture(path);
      texture = bytes === undefined ? { problem: "there is no such file" } : await texturePicture(bytes, size);
    } catch (error) {
      texture = { problem: pageMessage(error) };
    }
    this.#post({ kind: "texture", id, texture }, "pixels" in texture ? [texture.pixels.buffer] : []);
  }

  /** Starts threads while the assets are loaded. The text of a binary file comes later. */
  #prepare(source: Uint8Array): void {
    if (isBinaryLayer(source) || !this.#scene.prepare(source) || !crossOriginIsolated) return;
    for (let i = Math.min(MAX_EARLY, navigator.hardwareConcurrency); i > 0; i--) this.#early.push(this.#startThread());
  }

  async #request(request: SceneRequest): Promise<void> {
    this.#wanted = request;
    if (request.mayHaveChanged) {
      // What is being loaded goes on meanwhile: it is dropped only for a reason.
      const hasChanged = await this.#scene.haveFilesChanged();
      // Its reply follows.
      if (!hasChanged && this.#loading !== undefined) return;
      const { content } = this.#wanted ?? request;
      if (!hasChanged && this.#scene.isLoaded(content)) {
        this.#post({ kind: "same-scene", id: request.id }, []);
        return;
      }
    }
    // Another one may have come, or none be wanted any more.
    if (this.#wanted !== undefined) await this.#load(this.#wanted);
  }

  async #load({ id, content }: SceneRequest): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const { signal } = loading;
    try {
      const scene = await this.#scene.load(content, signal, {
        onStage: () => this.#post({ kind: "is-stage", id }, []),
        onComposing: (prims) => this.#post({ kind: "composing", id, prims }, []),
        onProgress: (progress) => this.#post({ kind: "progress", id, progress }, []),
        onPart: ({ info }) => this.#post({ kind: "scene", id, scene: info }, []),
      });
      this.#post({ kind: "scene", id, scene }, []);
    } catch (error) {
      if (!signal.aborted) this.#post({ kind: "no-image", id, problem: pageMessage(error) }, []);
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  /** Images of the scene are outdated. */
  #forget(): void {
    this.#wanted = undefined;
    this.#loading?.abort();
    this.#loading = undefined;
    const waiting = this.#take();
    if (waiting !== undefined) this.#post({ kind: "no-image", id: waiting.id, problem: null }, []);
    this.#drawing?.stop.abort();
    this.#scene.forget();
  }

  /** Drafts are finished, since they are short; the next request aborts a sharp image. */
  #ask(request: { readonly id: number; readonly options: DrawOptions }): void {
    if (this.#waiting !== undefined) this.#post({ kind: "no-image", id: this.#waiting.id, problem: null }, []);
    this.#waiting = request;
    if (this.#drawing === undefined) void this.#drawAll();
    else if (this.#drawing.isSharp) this.#drawing.stop.abort();
  }

  async #drawAll(): Promise<void> {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const { id, options } = next;
      const stop = new AbortController();
      this.#drawing = { id, isSharp: options.quality === "sharp", stop };
      try {
        const image = await this.#scene.draw(options, stop.signal);
        this.#post({ kind: "image", id, image }, [image.data.buffer]);
      } catch (error) {
        this.#post({ kind: "no-image", id, problem: stop.signal.aborted ? null : pageMessage(error) }, []);
      }
    }
    this.#drawing = undefined;
  }

  #take(): { readonly id: number; readonly options: DrawOptions } | undefined {
    const next = this.#waiting;
    this.#waiting = undefined;
    return next;
  }
}
