import {
  InvalidRequestError,
  SpatialClient,
  type FollowOptions,
  type OpenOptions,
  type SubmitOptions as JobSubmitOptions,
  type SpatialClientOptions,
} from "@usdkit/client";
import { pickFields, submitJob, type RenderSceneRequest } from "@usdkit/contract";
import { encodeBase64 } from "@usdkit/scene";
import { refuseInvalid, type SendingOptions } from "./check.ts";
import { RenderJob, type ImageOptions } from "./render-job.ts";
import { sceneBytes, type SceneSource } from "./scene-source.ts";
import { SceneStream } from "./scene-stream.ts";

/** How a scene is submitted. */
export interface SubmitOptions
  extends JobSubmitOptions, SendingOptions, Partial<Omit<RenderSceneRequest, "usdContent" | "requestId">> {
  /** 1 to 128 visible ASCII characters; a new one where it is left out. */
  readonly requestId?: string | undefined;
}

/** How a scene is rendered. `timeout` is that of the whole, in milliseconds: from the call to the last byte of the image. */
export interface RenderOptions extends SubmitOptions, FollowOptions, ImageOptions {}

/** How a stream of a scene is opened. */
export interface StreamOptions extends OpenOptions, SendingOptions {}

/**
 * Renders scenes: each is validated, and the very bytes that were validated are sent.
 *
 * @example
 * const renderer = new RenderClient({ baseUrl, apiKey });
 * await writeFile("chairs.png", await renderer.render(scene));
 */
export class RenderClient implements AsyncDisposable {
  /** What it sends through; for all else that the service does. */
  readonly client: SpatialClient;

  constructor(client: SpatialClient | SpatialClientOptions) {
    this.client = client instanceof SpatialClient ? client : new SpatialClient(client);
  }

  /**
   * Submits a scene, follows it to its end, and fetches the image.
   *
   * @returns The bytes of the image, a PNG. {@link submit} gives more than that.
   * @throws SceneInvalidError Before anything was sent. OperationFailedError, OutcomeUnknownError, DeadlineError and all else of
   *   the client; `handle`, where there is one, resumes it: `renderer.resume(error.handle).image()`.
   */
  async render(scene: SceneSource, options: RenderOptions = {}): Promise<Uint8Array> {
    const { timeout } = options;
    const start = performance.now();
    const job = await this.submit(scene, options);
    options.onProgress?.({ stage: "submitted", operationId: job.id });
    // What the submission took is gone; a job that was accepted gets at least a look.
    const left = timeout === undefined ? undefined : Math.max(1, timeout - (performance.now() - start));
    return job.image({ ...options, timeout: left });
  }

  /**
   * Submits a scene, and gives the job as soon as the service has accepted it. Throws as {@link render} does.
   *
   * @example
   * const job = await renderer.submit(scene);
   * await writeFile("job.json", JSON.stringify(job));
   */
  async submit(scene: SceneSource, options: SubmitOptions = {}): Promise<RenderJob> {
    const bytes = sceneBytes(scene);
    refuseInvalid(bytes, { profile: "offline" }, options);
    const request = { ...pickFields(submitJob.request.body, options), usdContent: encodeBase64(bytes) };
    return new RenderJob(this.client, await this.client.jobs.submit(request, options));
  }

  /** A job that was stored: its JSON, or the `handle` of an error. A job's id will do. Nothing is sent yet. */
  resume(stored: unknown): RenderJob {
    if (typeof stored === "string" && !stored.trimStart().startsWith("{")) {
      return new RenderJob(this.client, this.client.jobs.follow(stored));
    }
    const handle = this.client.resume(stored);
    if (handle.kind === "job") return new RenderJob(this.client, handle);
    throw new InvalidRequestError(`resume: expected a render job, found ${handle.kind} ${handle.id}.`);
  }

  /**
   * Opens a realtime stream of a scene. Throws as {@link render} does, and what the client's `streams.open` throws.
   *
   * @example
   * await using stream = await renderer.openStream(scene);
   * for await (const { data } of stream.frames) {
   *   show(data);
   *   void stream.moveCamera({ eye: [x, 2, 5], target: [0, 0, 0] });
   * }
   */
  async openStream(scene: SceneSource, options: StreamOptions = {}): Promise<SceneStream> {
    const bytes = sceneBytes(scene);
    const layer = refuseInvalid(bytes, { profile: "realtime" }, options);
    return new SceneStream(await this.client.streams.open(encodeBase64(bytes), options), { bytes, layer }, options);
  }

  /** Closes what is open: `await using renderer = new RenderClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.client.close();
  }
}
