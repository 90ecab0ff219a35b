import type { CameraPose } from "@usdkit/raster";
import { movedPose, type CameraMove, type CameraSpace } from "../operations/camera-move.ts";
import type { AssetPath, Background } from "../workers/protocol.ts";
import { priorities, WorkerDied, WorkerProcess, WorkFailed } from "../workers/worker-process.ts";
import { FrameSize } from "./frame-size.ts";
import type { Viewer } from "./viewer.ts";

export type SessionState = "QUEUED" | "STARTING" | "ACTIVE" | "FAILED" | "ENDED";

/** The input of a session. */
export interface NewSession {
  readonly id: string;
  readonly user: string;
  readonly scene: Uint8Array;
  readonly resolution: readonly [number, number];
  /** The camera that patches move; null if the scene has none. */
  readonly camera: CameraSpace | null;
  readonly createTime: number;
}

export interface SessionOptions {
  readonly background: Background;
  /** Finds the files of the scene's meshes. @throws {Error} `MissingAsset` */
  readonly findAssets: () => Promise<readonly AssetPath[]>;
  /** Called after each change of state. */
  readonly onChange: () => void;
}

/** The camera is at rest this long after the last push. Milliseconds. */
const REST = 150;
const MOVING_QUALITY = 70;
const FULL_QUALITY = 88;
const FRAME_TIMEOUT = 30_000;
const MAX_RESTARTS = 3;

/** A scene in a worker process, rendered whenever its camera moves. */
export class Session {
  readonly id: string;
  readonly user: string;
  readonly createTime: number;
  readonly viewers: Set<Viewer> = new Set();
  state: SessionState = "QUEUED";
  /** The reason why it FAILED. */
  failure: Error | undefined;
  /** The latest frame. */
  lastFrame: Uint8Array | undefined;
  framesMade = 0;
  private readonly scene: Uint8Array;
  private readonly camera: CameraSpace | null;
  private readonly options: SessionOptions;
  private readonly size: FrameSize;
  private worker: WorkerProcess | undefined;
  /** The camera after all patches. */
  private pose: CameraPose = {};
  private hasMoved = false;
  private restarts = 0;
  private isDrawing = false;
  private isFullWanted = false;
  private restTimer: NodeJS.Timeout | undefined;

  constructor({ id, user, scene, resolution, camera, createTime }: NewSession, options: SessionOptions) {
    this.id = id;
    this.user = user;
    this.scene = scene;
    this.camera = camera;
    this.createTime = createTime;
    this.options = options;
    this.size = new FrameSize(resolution);
  }

  /** Removes it from the queue. */
  async start(): Promise<void> {
    this.change("STARTING");
    try {
      await this.open();
      this.change("ACTIVE");
      this.drawFull();
    } catch (error) {
      if (this.state === "ENDED") return;
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.change("FAILED");
      this.worker?.kill();
    }
  }

  /** Returns whether the scene has a camera at this path, which patches may name. */
  hasCamera(path: string): boolean {
    return this.camera?.cameras.includes(path) === true;
  }

  /** Moves the camera. The latest patch wins: unrendered frames of earlier ones are skipped. */
  push(move: CameraMove): void {
    // Patches accumulate: a lens that one sets stays when the next one only moves the camera.
    this.pose = movedPose(this.pose, move, this.camera);
    this.hasMoved = true;
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => this.drawFull(), REST);
    this.draw();
  }

  addViewer(viewer: Viewer): void {
    this.viewers.add(viewer);
    if (this.lastFrame !== undefined) viewer.frame(this.lastFrame);
    // The frame being rendered will also be sent to it.
    else if (!this.isDrawing) this.drawFull();
  }

  end(): void {
    this.change("ENDED");
    clearTimeout(this.restTimer);
    for (const viewer of this.viewers) viewer.close();
    this.viewers.clear();
    this.worker?.kill();
  }

  private change(state: SessionState): void {
    if (this.state === "ENDED") return;
    this.state = state;
    this.options.onChange();
  }

  private async open(): Promise<void> {
    const assets = await this.options.findAssets();
    const worker = await WorkerProcess.start({ priority: priorities.session });
    this.worker = worker;
    if (this.state === "ENDED") worker.kill();
    await worker.ask({ kind: "open-scene", scene: this.scene, assets });
  }

  private drawFull(): void {
    this.isFullWanted = true;
    this.draw();
  }

  private draw(): void {
    if (this.isDrawing || this.state !== "ACTIVE") return;
    this.isDrawing = true;
    void this.drawAll().finally(() => {
      this.isDrawing = false;
      if (this.isFullWanted || this.hasMoved) this.draw();
    });
  }

  private async drawAll(): Promise<void> {
    while (this.state === "ACTIVE" && (this.isFullWanted || this.hasMoved)) {
      const isFull = !this.hasMoved;
      this.hasMoved = false;
      if (isFull) this.isFullWanted = false;
      try {
        await this.drawOne(isFull);
      } catch (error) {
        await this.recover(error);
      }
    }
  }

  private async drawOne(isFull: boolean): Promise<void> {
    const { worker } = this;
    if (worker === undefined) throw new WorkerDied("the session has no process");
    const [width, height] = isFull ? this.size.full : this.size.moving;
    const quality = isFull ? FULL_QUALITY : MOVING_QUALITY;
    const start = performance.now();
    const { background } = this.options;
    const request = { kind: "frame", camera: this.pose, width, height, background, quality } as const;
    const { jpeg } = await worker.ask(request, { timeout: FRAME_TIMEOUT });
    if (!isFull) this.size.took(performance.now() - start);
    this.lastFrame = jpeg;
    this.framesMade++;
    for (const viewer of this.viewers) viewer.frame(jpeg);
  }

  /** Sends viewers the error code, and replaces a process that died. */
  private async recover(error: unknown): Promise<void> {
    if (this.state !== "ACTIVE") return;
    if (error instanceof WorkFailed) {
      for (const viewer of this.viewers) viewer.code("2001");
      return;
    }
    for (const viewer of this.viewers) viewer.code("2002");
    this.restarts++;
    try {
      if (this.restarts > MAX_RESTARTS) throw error;
      await this.open();
      this.isFullWanted = true;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause : new Error(String(cause));
      this.change("FAILED");
    }
  }
}
