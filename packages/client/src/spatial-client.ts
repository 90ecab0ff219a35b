// `await using` is younger than the library that most programs are checked with.
/// <reference lib="esnext.disposable" preserve="true" />
import { getRenderFormat } from "@usdkit/contract";
import { Assets } from "./assets/assets.ts";
import { saveFile, type SavedFile, type SaveOptions } from "./downloads/save-file.ts";
import { gen3dKind, type Gen3dHandle } from "./gen3d/gen3d-kind.ts";
import { Gen3d } from "./gen3d/gen3d.ts";
import { jobKind, type JobHandle } from "./jobs/job-kind.ts";
import { Jobs } from "./jobs/jobs.ts";
import { meshKind, type MeshHandle } from "./meshes/mesh-kind.ts";
import { Meshes } from "./meshes/meshes.ts";
import { Operation } from "./operations/operation-handle.ts";
import { Poller } from "./operations/poller.ts";
import { readStoredOperation } from "./operations/stored-operation.ts";
import type { FilePlace } from "./platform/file-sink.ts";
import type { Platform } from "./platform/platform.ts";
import { streamKind, type StreamHandle } from "./streams/stream-kind.ts";
import { OpenStreams } from "./streams/open-streams.ts";
import { Streams } from "./streams/streams.ts";
import type { WebSocketConstructor } from "./streams/web-socket.ts";
import { createTransport } from "./transport/create-transport.ts";
import { readSettings, type ClientOptions } from "./transport/read-settings.ts";
import { callOptions, type RequestOptions } from "./transport/request-options.ts";
import type { Transport } from "./transport/transport.ts";
import { worldKind, type WorldHandle } from "./worlds/world-kind.ts";
import { Worlds } from "./worlds/worlds.ts";

/** What a client is made with, its streams included. */
export interface SpatialClientOptions extends ClientOptions {
  /** In place of the platform's own: that of the package `ws`, for one. */
  readonly WebSocket?: WebSocketConstructor | undefined;
}

/** The service, as one account sees it: all of `SpatialClient` but for what Node and browsers do differently. */
export abstract class ServiceClient implements AsyncDisposable {
  /** Files on their way to the service. */
  readonly assets: Assets;
  /** Scenes that are rendered to images. */
  readonly jobs: Jobs;
  /** Worlds of splats, from images, videos or words. */
  readonly worlds: Worlds;
  /** 3D files that are read in, so that scenes can name them. */
  readonly meshes: Meshes;
  /** Models that are made from images and words. */
  readonly gen3d: Gen3d;
  /** Scenes that are rendered in realtime. */
  readonly streams: Streams;

  readonly #transport: Transport;
  readonly #poller: Poller;
  readonly #open: OpenStreams = new OpenStreams();
  readonly #platform: Platform;

  /** @throws InvalidRequestError For settings that are wrong; nothing is sent. */
  constructor(options: SpatialClientOptions, platform: Platform) {
    this.#platform = platform;
    this.#transport = createTransport(
      { ...readSettings(options), fetchRepeats: platform.fetchRepeats },
      options.apiKey,
    );
    this.#poller = new Poller(this.#transport);
    this.assets = new Assets(this.#transport, platform);
    this.jobs = new Jobs(this.#poller);
    this.worlds = new Worlds(this.#poller, platform);
    this.meshes = new Meshes(this.#poller);
    this.gen3d = new Gen3d(this.#poller);
    this.streams = new Streams({ poller: this.#poller, webSocket: options.WebSocket, open: this.#open });
  }

  /** The gateway's address. */
  get baseUrl(): string {
    return this.#transport.settings.baseUrl;
  }

  /** The service's own description of the scenes that it takes, in Markdown. */
  async renderFormat(options?: RequestOptions): Promise<string> {
    return this.#transport.call(getRenderFormat, {}, callOptions(this.#transport, options));
  }

  /**
   * The handle of an operation that was stored, by this process or another: `JSON.stringify(handle)`, or what DeadlineError and
   * the others have as `handle`. Nothing is sent until it is followed.
   *
   * @throws InvalidRequestError For what is none.
   */
  resume(stored: unknown): ResumedOperation {
    const { kind, ...known } = readStoredOperation(stored);
    switch (kind) {
      case "job":
        return new Operation(jobKind, this.#poller, known);
      case "stream":
        return new Operation(streamKind, this.#poller, known);
      case "world":
        return new Operation(worldKind, this.#poller, known);
      case "mesh":
        return new Operation(meshKind, this.#poller, known);
      case "gen3d":
        return new Operation(gen3dKind, this.#poller, known);
    }
  }

  /**
   * Closes the streams that are open, and ends the sessions that were begun and not ended. Calls go on, and new ones may be made.
   *
   * @throws StreamError `notEnded`, or what the service says, where a session could not be ended; AggregateError of several.
   */
  close(): Promise<void> {
    return this.#open.closeAll();
  }

  /** As {@link close}: `await using client = new SpatialClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Saves what the service gave the URL of: a job's image, a model.
   *
   * It is put together as `NAME.part` and gets its name when it is whole; a cut connection is taken up where it broke, and so is what
   * an earlier, interrupted call has left. A file of that name is replaced, unless `overwrite` is false.
   *
   * ```ts
   * const { resultUrl } = await job.result();
   * await client.saveFile(resultUrl, "out/frame.png");
   * ```
   *
   * @param place In Node the path of the file; a folder and a name everywhere.
   * @throws InvalidRequestError For a folder that is missing and a place that is taken: nothing was fetched. FileError when the
   *   disk is full; and what every call throws.
   */
  saveFile(url: string, place: FilePlace, options?: SaveOptions): Promise<SavedFile> {
    return saveFile(this.#transport, this.#platform, { url, place }, options);
  }

  /** Shows where it calls, and no key. */
  toString(): string {
    return `SpatialClient(${this.baseUrl})`;
  }
}

/** An operation of any kind; `kind` says which. */
export type ResumedOperation = JobHandle | StreamHandle | WorldHandle | MeshHandle | Gen3dHandle;
