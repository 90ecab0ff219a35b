import type { SceneCamera } from "../camera/scene-camera.ts";
import {
  cameraLights,
  lightFromCamera,
  studioLights,
  type SceneLight,
  type SceneLights,
} from "../light/scene-lights.ts";
import type { LightChoice } from "./render-options.ts";

/** The lights that a scene may be drawn with. Those of a choice are one object, by which shadows are kept. */
export class LightChoices {
  readonly #own: SceneLights | null;
  readonly #more: readonly SceneLight[];
  readonly #upAxis: "Y" | "Z";
  #studio: SceneLights | undefined;

  /**
   * @param own The lights of the scene; null if it has none.
   * @param more Lights of assets, which are added to others.
   */
  constructor(own: SceneLights | null, upAxis: "Y" | "Z", more: readonly SceneLight[] = []) {
    this.#own = own;
    this.#upAxis = upAxis;
    this.#more = more;
  }

  of(choice: LightChoice, { worldMatrix: m }: SceneCamera): SceneLights {
    const length = Math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
    const towardsCamera = [m[8] / length, m[9] / length, m[10] / length];
    const own = this.#own;
    if (choice === "camera") return cameraLights(towardsCamera, this.#more);
    if (choice === "auto" && own !== null) return own;
    if (choice === "with-camera" && own !== null)
      return { ...own, lights: [...own.lights, lightFromCamera(towardsCamera)] };
    return (this.#studio ??= studioLights(this.#upAxis, this.#more));
  }
}
