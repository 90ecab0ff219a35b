/** What of a stage can be drawn while the rest is prepared. */
import type { Drawable } from "@usdkit/geometry";
import { framingCamera } from "../camera/framing-camera.ts";
import { poseCamera, type CameraChoice, type SceneCamera } from "../camera/scene-camera.ts";
import { packItems, type PackedScene } from "../prepare/pack-items.ts";
import { partOfScene } from "../prepare/part-of-scene.ts";
import type { Pause } from "../prepare/placed-item.ts";
import { primBounds, sceneBounds, type Box } from "../prepare/scene-bounds.ts";
import type { SceneLimits } from "../prepare/scene-limits.ts";
import { LightChoices } from "../rendering/choose-lights.ts";
import type { FrameRenderer } from "../rendering/frame-renderer.ts";
import { checkOptions, type RenderOptions } from "../rendering/render-options.ts";
import type { RenderedImage } from "../rendering/rendered-image.ts";
import { placeDrawables } from "./place-drawables.ts";

/** Resolution of images without one of their own. */
const RESOLUTION = [960, 540] as const;

/** What a part is made with. */
interface PartOptions {
  readonly limits: SceneLimits;
  readonly upAxis: "Y" | "Z";
  readonly renderer: FrameRenderer;
}

/** The shapes of a stage that are ready: drawn with the constants of their materials, without textures and lights of the stage. */
export class StagePart {
  readonly #packed: PackedScene;
  readonly #lights: LightChoices;
  readonly #upAxis: "Y" | "Z";
  readonly #renderer: FrameRenderer;

  private constructor(packed: PackedScene, { upAxis, renderer }: PartOptions) {
    this.#packed = packed;
    this.#lights = new LightChoices(null, upAxis);
    this.#upAxis = upAxis;
    this.#renderer = renderer;
  }

  /** @internal */
  static async of(drawables: readonly Drawable[], options: PartOptions, pause: Pause): Promise<StagePart> {
    const placed = placeDrawables(drawables, () => undefined, options.limits);
    return new StagePart(await packItems(placed, { limits: options.limits }, () => undefined, pause), options);
  }

  /**
   * Makes an image. The camera is a pose, or one that shows everything: paths of cameras are those of the whole stage.
   *
   * @throws {RenderError} if an option or a limit does not allow it; the reason of `signal` when it is aborted
   */
  async render(options: RenderOptions = {}): Promise<RenderedImage> {
    const { data, splats } = this.#packed;
    const checked = checkOptions(options, RESOLUTION);
    const camera = this.#camera(options.camera, options.only, checked.width / checked.height);
    const lights = this.#lights.of(checked.look?.lights ?? "auto", camera);
    return await this.#renderer.draw({ data, splats, lights, leftOut: [], skipped: {} }, camera, checked, options);
  }

  /** The box in world space around what is ready. */
  bounds(): Box {
    return sceneBounds(this.#packed.data);
  }

  /** The boxes in world space around what each prim draws, by path. */
  primBounds(): Promise<ReadonlyMap<string, Box>> {
    return Promise.resolve(primBounds(this.#packed.data));
  }

  #camera(choice: CameraChoice | undefined, only: readonly string[] | undefined, aspect: number): SceneCamera {
    const bounds = sceneBounds(partOfScene(this.#packed.data, only));
    return poseCamera(framingCamera(bounds, this.#upAxis, aspect), typeof choice === "object" ? choice : {});
  }
}
