/** The image of the scene and its navigation. */
import type { Box, CameraPose } from "@usdkit/raster";
import type { DrawColors, DrawMode, DrawnImage, DrawOptions, SceneInfo } from "../../protocol/draw-messages.ts";
import { defaultLens, fit, orbit, pan, poseOf, viewpointOf, zoom, type Viewpoint } from "../../viewpoint/viewpoint.ts";
import type { LineCamera } from "../../draw/draw-lines.ts";
import { element } from "../dom.ts";
import type { DrawClient } from "./draw-client.ts";
import { followPointer } from "./pointer.ts";

/** Milliseconds without a change before the sharp image. */
const STILL = 140;
/** Maximum pixel ratio, and maximum number of pixels. */
const MAX_RATIO = 2;
const MAX_PIXELS = 4_000_000;
/** Rotation in radians for a drag over the whole width. */
const TURN = Math.PI * 1.5;

/** Events of the viewport. */
export interface ViewportListener {
  onPick(path: string | null): void;
  onImage(image: DrawnImage, framesPerSecond: number): void;
  /** The user left the scene's camera or selected a camera. */
  onCamera(path: string | null): void;
  readColors(): DrawColors;
  /** The image changes: the view, or what is drawn. */
  onChange(): void;
}

/** Where the user looks from: a camera of the scene, or the viewpoint. */
export interface ViewPlacement {
  readonly cameraPath: string | null;
  readonly view: Viewpoint;
}

/** Requests images as the view changes: small ones while it moves, a sharp one when it rests. */
export class Viewport {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement = element("canvas", { attributes: { "aria-label": "Image", tabindex: "0" } });
  readonly #listener: ViewportListener;
  #client: DrawClient | undefined;
  #scene: SceneInfo | undefined;
  #view: Viewpoint = { target: [0, 0, 0], distance: 8, up: "Y", yaw: 0.6, pitch: 0.35, lens: defaultLens };
  #cameraPath: string | null = null;
  /** For the next first scene, instead of its camera. */
  #restored: ViewPlacement | undefined;
  /** Whether the user has changed the view since the scene was first shown. */
  #isMoved = false;
  #mode: DrawMode = "full";
  #selected: string | null = null;
  #time: number | null = null;
  #isolated: string | null = null;
  #hasBounds = false;
  /** Whether the view changed since the last request, and whether a response is pending. */
  #isChanged = false;
  #isWaiting = false;
  #isWaitingForSharp = false;
  #still: ReturnType<typeof setTimeout> | undefined;
  #times: number[] = [];

  constructor(listener: ViewportListener) {
    this.#listener = listener;
    this.element = element("div", { class: "canvas-area" }, [this.canvas]);
    new ResizeObserver(() => this.invalidate()).observe(this.element);
    followPointer(this.canvas, {
      onOrbit: (dx, dy) => this.#move(orbit(this.#free(), dx * TURN, dy * TURN)),
      onPan: (dx, dy) => this.#move(pan(this.#free(), dx, dy, this.#aspect())),
      onZoom: (factor) => this.#move(zoom(this.#free(), factor)),
      onClick: (x, y) => void this.#pick(x, y),
      onDoubleClick: (x, y) => void this.#orbitAround(x, y),
    });
  }

  /** The camera of the image; undefined before there is a scene. */
  get camera(): LineCamera | undefined {
    const scene = this.#scene;
    if (scene === undefined) return undefined;
    const pose = scene.cameras.find(({ path }) => path === this.#cameraPath)?.pose;
    return (pose ?? this.#pose(this.#view)) as LineCamera;
  }

  get hasScene(): boolean {
    return this.#scene !== undefined;
  }

  connect(client: DrawClient): void {
    this.#client = client;
  }

  get cameraPath(): string | null {
    return this.#cameraPath;
  }

  get placement(): ViewPlacement {
    return this.#restored ?? { cameraPath: this.#cameraPath, view: this.#view };
  }

  /** Sets where the first scene is seen from. */
  restore(placement: ViewPlacement): void {
    this.#restored = placement;
  }

  /** Shows a scene. The view is kept, unless it is the first scene, or parts of it were shown that the user has not moved. */
  show(scene: SceneInfo): void {
    if (!scene.canDraw) {
      this.forget();
      return;
    }
    const isFirst = this.#scene === undefined || (this.#scene.isPart && !this.#isMoved);
    this.#scene = scene;
    if (!isFirst) this.#restored = undefined;
    const isSeen = (camera: string | null): boolean => scene.cameras.some(({ path }) => path === camera);
    // Each requests an image: a second request would be one more draft before the sharp image.
    if (isFirst) this.#start(scene, isSeen);
    else if (isSeen(this.#cameraPath)) this.invalidate();
    else this.lookThrough(null);
  }

  #start(scene: SceneInfo, isSeen: (camera: string | null) => boolean): void {
    const restored = this.#restored;
    if (!scene.isPart) this.#restored = undefined;
    if (restored !== undefined) {
      this.#cameraPath = null;
      this.#view = restored.view;
      this.lookThrough(isSeen(restored.cameraPath) ? restored.cameraPath : null);
      return;
    }
    this.#view = { ...this.#view, up: scene.upAxis };
    if (scene.camera === null) this.#view = fit(this.#view, scene.bounds, this.#aspect());
    this.lookThrough(scene.camera);
  }

  /** Clears the viewport; the next scene sets the view. */
  forget(): void {
    this.#scene = undefined;
    this.#isMoved = false;
    clearTimeout(this.#still);
    this.canvas.width = this.canvas.height = 1;
    delete this.canvas.dataset["quality"];
  }

  /** Looks through a camera of the scene; null: keeps the current view as a free camera. */
  lookThrough(path: string | null): void {
    if (path === null) this.#view = this.#free();
    else if (this.#scene?.cameras.some((camera) => camera.path === path) !== true) return;
    this.#cameraPath = path;
    this.#listener.onCamera(path);
    this.invalidate();
  }

  setMode(mode: DrawMode): void {
    this.#mode = mode;
    this.invalidate();
  }

  /** Draws another time; null: default values. */
  setTime(time: number | null): void {
    if (this.#time === time) return;
    this.#time = time;
    this.invalidate();
  }

  select(path: string | null): void {
    if (this.#selected === path) return;
    this.#selected = path;
    this.invalidate();
  }

  /** Draws a prim alone, with those below it; null: everything. */
  isolate(path: string | null): void {
    this.#isolated = path;
    this.invalidate();
  }

  setBounds(hasBounds: boolean): void {
    this.#hasBounds = hasBounds;
    this.invalidate();
  }

  /** Frames a prim and its descendants, as they are at the shown time; the whole scene if nothing of them is drawn. */
  async frame(path: string | null): Promise<void> {
    const scene = this.#scene;
    const box = (await this.#client?.bounds(path, this.#time)) ?? scene?.bounds;
    if (box === undefined || scene !== this.#scene) return;
    this.#move(fit(this.#free(), box, this.#aspect()));
  }

  /** Redraws after a change. */
  invalidate(): void {
    this.#listener.onChange();
    this.#isChanged = true;
    this.#pump();
  }

  /** Shows an image. */
  paint(image: DrawnImage): void {
    this.#isWaiting = false;
    if (this.#scene === undefined) return;
    const { canvas } = this;
    if (canvas.width !== image.width || canvas.height !== image.height) {
      canvas.width = image.width;
      canvas.height = image.height;
    }
    canvas.getContext("2d")?.putImageData(new ImageData(image.data, image.width, image.height), 0, 0);
    const { isPart } = this.#scene;
    canvas.dataset["quality"] = isPart ? "part" : image.quality;
    // Milliseconds from the start of the page to its first image.
    canvas.dataset["first"] ??= String(Math.round(performance.now()));
    this.#listener.onImage(image, this.#rate());
    if (this.#isChanged) this.#pump();
    else if (image.quality === "draft" && !isPart) this.#sharpenSoon();
  }

  /** The last request produced no image. */
  skip(): void {
    this.#isWaiting = false;
    if (this.#isChanged) this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#still);
    if (this.#client === undefined || this.#scene === undefined) return;
    // Waits for a pending draft; the next request aborts a sharp image.
    if (this.#isWaiting && !this.#isWaitingForSharp) return;
    this.#isChanged = false;
    this.#request("draft");
  }

  #sharpenSoon(): void {
    clearTimeout(this.#still);
    this.#still = setTimeout(() => {
      if (!this.#isWaiting) this.#request("sharp");
    }, STILL);
  }

  #request(quality: DrawOptions["quality"]): void {
    const size = this.#layout();
    if (this.#client === undefined || size === undefined) return;
    this.#isWaiting = true;
    this.#isWaitingForSharp = quality === "sharp";
    this.#client.draw({
      camera: this.#camera(),
      time: this.#time,
      ...size,
      mode: this.#mode,
      quality,
      selected: this.#selected,
      isolated: this.#isolated,
      hasBounds: this.#hasBounds,
      colors: this.#listener.readColors(),
    });
  }

  /** Sizes the canvas on the page and returns the pixels to draw. Through a camera, the image has the scene's shape. */
  #layout(): { readonly width: number; readonly height: number } | undefined {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth < 2 || clientHeight < 2) return undefined;
    const aspect = this.#aspect();
    const width = Math.min(clientWidth, clientHeight * aspect);
    const height = width / aspect;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const ratio = Math.min(MAX_RATIO, devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
    return { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) };
  }

  #aspect(): number {
    const resolution = this.#cameraPath === null ? null : this.#scene?.resolution;
    if (resolution !== null && resolution !== undefined) return resolution[0] / resolution[1];
    const { clientWidth, clientHeight } = this.element;
    return clientWidth > 0 && clientHeight > 0 ? clientWidth / clientHeight : 1.5;
  }

  #camera(): DrawOptions["camera"] {
    return this.#cameraPath ?? this.#pose(this.#view);
  }

  /** Returns the view as a movable viewpoint: for a camera, its position and direction. */
  #free(): Viewpoint {
    const pose = this.#scene?.cameras.find(({ path }) => path === this.#cameraPath)?.pose;
    if (pose === undefined) return this.#view;
    const [x, y, z] = pose.worldMatrix.slice(12, 15);
    const box = this.#bounds();
    const away = box[0] <= box[3] ? Math.hypot(x - mid(box, 0), y - mid(box, 1), z - mid(box, 2)) : 8;
    return viewpointOf(pose.worldMatrix, { lens: pose, up: this.#view.up }, away);
  }

  #move(view: Viewpoint): void {
    this.#isMoved = true;
    this.#view = view;
    if (this.#cameraPath !== null) {
      this.#cameraPath = null;
      this.#listener.onCamera(null);
    }
    this.invalidate();
  }

  #pose(view: Viewpoint): CameraPose {
    const time = this.#scene?.time;
    return poseOf(view, this.#bounds(), time !== null && time !== undefined);
  }

  #bounds(): Box {
    return this.#scene?.bounds ?? [0, 0, 0, 0, 0, 0];
  }

  async #pick(x: number, y: number): Promise<void> {
    const picked = await this.#client?.pick(x, y);
    if (picked !== undefined) this.#listener.onPick(picked.path);
  }

  /** Makes the point under the pointer the centre of rotation. */
  async #orbitAround(x: number, y: number): Promise<void> {
    const depth = (await this.#client?.pick(x, y))?.depth;
    if (depth === undefined || depth === null) return;
    const view = this.#free();
    const aspect = this.#aspect();
    // At the depth of the point, then panned until the point is centred.
    const near = viewpointOf(this.#pose(view).worldMatrix ?? [], view, depth);
    const moved = pan(near, 0.5 * aspect - x * aspect, 0.5 - y, aspect);
    this.#move(moved);
  }

  /** Frames per second, over about the last second. */
  #rate(): number {
    const now = performance.now();
    this.#times = [...this.#times.filter((time) => now - time < 1000), now];
    const first = this.#times[0];
    return this.#times.length < 2 ? 0 : ((this.#times.length - 1) * 1000) / (now - first);
  }
}

function mid(box: Box, k: 0 | 1 | 2): number {
  return (box[k] + box[k + 3]) / 2;
}
