import type { SceneCamera } from "../camera/scene-camera.ts";
import { cameraLights, studioLights, type SceneLight, type SceneLights } from "../light/scene-lights.ts";
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
    if (choice === "camera") {
      const length = Math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
      return cameraLights([m[8] / length, m[9] / length, m[10] / length], this.#more);
    }
    if (choice === "auto" && this.#own !== null) return this.#own;
    return (this.#studio ??= studioLights(this.#upAxis, this.#more));
  }
}
