// `await using` is newer than the default library of most TypeScript programs.
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
import { statusEnd, type StatusEnd } from "./operations/final-status.ts";
import { Operation } from "./operations/operation-handle.ts";
import { Poller } from "./operations/poller.ts";
import { readStoredOperation } from "./operations/stored-operation.ts";
import type { FilePlace } from "./platform/file-sink.ts";
import type { Platform } from "./platform/platform.ts";
import { streamKind, type StreamHandle } from "./streams/stream-kind.ts";
import { OpenStreams } from "./streams/open-streams.ts";
import { Streams } from "./streams/streams.ts";
import type { WebSocketConstructor } from "./platform/web-socket-like.ts";
import { createTransport } from "./transport/create-transport.ts";
import { readSettings, type ClientOptions } from "./transport/read-settings.ts";
import { callOptions, type RequestOptions } from "./transport/request-options.ts";
import type { Transport } from "./transport/transport.ts";
import { worldKind, type WorldHandle } from "./worlds/world-kind.ts";
import { Worlds } from "./worlds/worlds.ts";

/** Settings of a client, its streams included. */
export interface SpatialClientOptions extends ClientOptions {
  /** Replaces that of the platform: the package `ws` in Node, the page's own in browsers, which cannot send pings. */
  readonly WebSocket?: WebSocketConstructor | undefined;
}

/** Client of the service for one account: everything in `SpatialClient` that is the same in Node and browsers. */
export abstract class ServiceClient implements AsyncDisposable {
  /** Uploads files to the service. */
  readonly assets: Assets;
  /** Renders scenes to images. */
  readonly jobs: Jobs;
  /** Creates worlds of splats from images, videos or text. */
  readonly worlds: Worlds;
  /** Ingests 3D files, so that scenes can refer to them. */
  readonly meshes: Meshes;
  /** Generates models from images and text. */
  readonly gen3d: Gen3d;
  /** Renders scenes in realtime. */
  readonly streams: Streams;

  readonly #transport: Transport;
  readonly #poller: Poller;
  readonly #open: OpenStreams = new OpenStreams();
  readonly #platform: Platform;

  /** @throws InvalidRequestError If the settings are invalid; nothing is sent. */
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
    const { WebSocket } = options;
    const webSocket = async () => WebSocket ?? platform.webSocket();
    this.streams = new Streams({ poller: this.#poller, webSocket, open: this.#open });
  }

  /** The gateway's address. */
  get baseUrl(): string {
    return this.#transport.settings.baseUrl;
  }

  /** Returns the service's own description of the supported scenes, in Markdown. */
  async renderFormat(options?: RequestOptions): Promise<string> {
    return this.#transport.call(getRenderFormat, {}, callOptions(this.#transport, options));
  }

  /**
   * Returns how an operation with this status ended, by the client's conventions; undefined if it may run.
   *
   * ```ts
   * client.statusEnd("CANCELED"); // "failed"
   * ```
   */
  statusEnd(status: string | number): StatusEnd | undefined {
    return statusEnd(status, this.#transport.settings.conventions);
  }

  /**
   * Returns the handle of an operation that was stored by this process or another: `JSON.stringify(handle)`, or the
   * `handle` of a DeadlineError or another error. Nothing is sent until it is followed.
   *
   * @throws InvalidRequestError If it is not a stored operation.
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
   * Closes the open streams, and ends the sessions that were created and not ended. Calls continue, and new ones may
   * be made.
   *
   * @throws StreamError `notEnded`, or the service's error, if a session could not be ended; AggregateError if
   *   several could not.
   */
  close(): Promise<void> {
    return this.#open.closeAll();
  }

  /** As {@link close}: `await using client = new SpatialClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Downloads a URL of the service to a file: a job's image, a model.
   *
   * The file is assembled as `NAME.part` and renamed when it is complete. A download that was interrupted, in this
   * call or an earlier one, resumes. An existing file is replaced, unless `overwrite` is false.
   *
   * ```ts
   * const { resultUrl } = await job.result();
   * await client.saveFile(resultUrl, "out/frame.png");
   * ```
   *
   * @param place In Node the path of the file; on every platform a folder and a name.
   * @throws InvalidRequestError If the folder is missing or the destination exists: nothing was fetched. FileError if
   *   the disk is full; and the errors of every call.
   */
  saveFile(url: string, place: FilePlace, options?: SaveOptions): Promise<SavedFile> {
    return saveFile(this.#transport, this.#platform, { url, place }, options);
  }

  /** Prints the base URL, and no key. */
  toString(): string {
    return `SpatialClient(${this.baseUrl})`;
  }
}

/** An operation of any kind; `kind` is its kind. */
export type ResumedOperation = JobHandle | StreamHandle | WorldHandle | MeshHandle | Gen3dHandle;
