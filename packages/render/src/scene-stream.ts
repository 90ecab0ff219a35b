import type { Frame, PushOutcome, RenderStream } from "@usdkit/client";
import { encodeBase64, firstCamera, Scene, SceneError, type CameraPatch, type LookAt } from "@usdkit/scene";
import { type Layer } from "@usdkit/layer";
import { refuseInvalid, type SendingOptions } from "./check.ts";
import { sceneBytes, type SceneSource } from "./scene-source.ts";

/** A camera move: a position and a target, or any calls on a patch of the camera. */
export type CameraMove = LookAt | ((camera: CameraPatch) => unknown);

/** The scene of a session. */
interface SentScene {
  readonly bytes: Uint8Array;
  /** Undefined if the scene was sent unchecked. */
  readonly layer: Layer | undefined;
}

/** A realtime stream of a scene. */
export class SceneStream implements AsyncDisposable {
  /** Frames, states and counts: the client's own stream. Leaving a loop over it closes the stream. */
  readonly frames: RenderStream;
  readonly #sent: SentScene;
  readonly #options: SendingOptions;
  #opened: Scene | undefined;

  /** @internal Created by `openStream`. */
  constructor(frames: RenderStream, sent: SentScene, options: SendingOptions) {
    this.frames = frames;
    this.#sent = sent;
    this.#options = options;
  }

  /** Returns the newest untaken frame, or waits for the next one; undefined after the end. */
  nextFrame(): Promise<Frame | undefined> {
    return this.frames.nextFrame();
  }

  /**
   * Moves a camera of the session's scene: the one at a path, or the first, which the service renders. If moves come
   * faster than the service answers, only the newest is sent: see the client's `push`, whose outcome is returned.
   *
   * @throws SceneError if there is no such camera, or a value is invalid. SceneInvalidError.
   * @example
   * await stream.moveCamera({ eye: [0, 2, 5], target: [0, 0, 0] });
   * await stream.moveCamera("/World/Main", (camera) => camera.fieldOfView({ horizontal: 40 }));
   */
  moveCamera(move: CameraMove): Promise<PushOutcome>;
  moveCamera(path: string, move: CameraMove): Promise<PushOutcome>;
  async moveCamera(first: string | CameraMove, second?: CameraMove): Promise<PushOutcome> {
    const [path, move] = typeof first === "string" ? [first, second] : [this.#firstCamera(), first];
    const camera = this.#scene.patch().camera(path);
    if (typeof move === "function") move(camera);
    else if (move !== undefined) camera.lookAt(move);
    return this.push(camera);
  }

  /**
   * Pushes a camera patch: checked against the scene of the session, and sent unchanged.
   *
   * @throws SceneInvalidError; the errors of the client's `push`.
   */
  async push(patch: SceneSource): Promise<PushOutcome> {
    const bytes = await sceneBytes(patch);
    if (this.#options.validate !== false) {
      refuseInvalid(bytes, { profile: "patch", base: this.#scene.toLayer() }, this.#options);
    }
    return this.frames.push(encodeBase64(bytes));
  }

  /** Closes the stream: stops patches, closes the WebSocket, then ends the session. */
  close(): Promise<void> {
    return this.frames.close();
  }

  /** As {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The session's scene, parsed once. */
  get #scene(): Scene {
    const { bytes, layer } = this.#sent;
    return (this.#opened ??= layer === undefined ? Scene.fromUsda(bytes) : new Scene({}, layer));
  }

  #firstCamera(): string {
    const camera = firstCamera(this.#scene.toLayer());
    if (camera === undefined) throw new SceneError("/: the scene has no camera to move", { primPath: "/" });
    return camera.path;
  }
}
