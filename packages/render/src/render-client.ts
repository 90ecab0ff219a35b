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

/** Options of submitting a scene. */
export interface SubmitOptions
  extends JobSubmitOptions, SendingOptions, Partial<Omit<RenderSceneRequest, "usdContent" | "requestId">> {
  /** Any text that is not empty; random by default. */
  readonly requestId?: string | undefined;
}

/**
 * Options of rendering a scene. `timeout` covers everything, in milliseconds: from the call to the last byte of the
 * image.
 */
export interface RenderOptions extends SubmitOptions, FollowOptions, ImageOptions {}

/** Options of opening a stream of a scene. */
export interface StreamOptions extends OpenOptions, SendingOptions {}

/**
 * Renders scenes: each is validated, and exactly the validated bytes are sent.
 *
 * @example
 * const renderer = new RenderClient({ baseUrl, apiKey });
 * await writeFile("chairs.png", await renderer.render(scene));
 */
export class RenderClient implements AsyncDisposable {
  /** The underlying client, for all other calls of the service. */
  readonly client: SpatialClient;

  constructor(client: SpatialClient | SpatialClientOptions) {
    this.client = client instanceof SpatialClient ? client : new SpatialClient(client);
  }

  /**
   * Submits a scene, follows the job to its end, and returns the image.
   *
   * @returns The bytes of the image, a PNG. {@link submit} returns the job instead.
   * @throws SceneInvalidError before anything was sent. OperationFailedError, OutcomeUnknownError, DeadlineError and
   *   all other errors of the client; `handle`, if present, resumes it: `renderer.resume(error.handle).image()`.
   */
  async render(scene: SceneSource, options: RenderOptions = {}): Promise<Uint8Array> {
    const { timeout } = options;
    const start = performance.now();
    const job = await this.submit(scene, options);
    options.onProgress?.({ stage: "submitted", operationId: job.id });
    // The submission used up part of the timeout; an accepted job is polled at least once.
    const left = timeout === undefined ? undefined : Math.max(1, timeout - (performance.now() - start));
    return job.image({ ...options, timeout: left });
  }

  /**
   * Submits a scene, and returns the job as soon as the service has accepted it. Throws as {@link render} does.
   *
   * @example
   * const job = await renderer.submit(scene);
   * await writeFile("job.json", JSON.stringify(job));
   */
  async submit(scene: SceneSource, options: SubmitOptions = {}): Promise<RenderJob> {
    const bytes = await sceneBytes(scene);
    refuseInvalid(bytes, { profile: "offline" }, options);
    const request = { ...pickFields(submitJob.request.body, options), usdContent: encodeBase64(bytes) };
    return new RenderJob(this.client, await this.client.jobs.submit(request, options));
  }

  /** Returns a stored job: from its JSON, the `handle` of an error, or the job's id. Nothing is sent yet. */
  resume(stored: unknown): RenderJob {
    if (typeof stored === "string" && !stored.trimStart().startsWith("{")) {
      return new RenderJob(this.client, this.client.jobs.follow(stored));
    }
    const handle = this.client.resume(stored);
    if (handle.kind === "job") return new RenderJob(this.client, handle);
    throw new InvalidRequestError(`resume: expected a render job, found ${handle.kind} ${handle.id}.`);
  }

  /**
   * Opens a realtime stream of a scene. Throws as {@link render} and the client's `streams.open` do.
   *
   * @example
   * await using stream = await renderer.openStream(scene);
   * for await (const { data } of stream.frames) {
   *   show(data);
   *   void stream.moveCamera({ eye: [x, 2, 5], target: [0, 0, 0] });
   * }
   */
  async openStream(scene: SceneSource, options: StreamOptions = {}): Promise<SceneStream> {
    const bytes = await sceneBytes(scene);
    const layer = refuseInvalid(bytes, { profile: "realtime" }, options);
    return new SceneStream(await this.client.streams.open(encodeBase64(bytes), options), { bytes, layer }, options);
  }

  /** Closes everything that is open: `await using renderer = new RenderClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.client.close();
  }
}
