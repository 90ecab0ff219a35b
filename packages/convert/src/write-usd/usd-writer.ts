/** What the writers of the parts of a scene share. */
import type { TimeScale } from "../animation/time-codes.ts";
import type { Losses } from "../errors/losses.ts";
import type { SceneModel } from "../model/scene.ts";
import type { ImageFile } from "../textures/image-file.ts";
import type { Layout } from "./layout.ts";
import type { Opinions } from "./opinions.ts";
import type { RelationshipTargets } from "./relationship-targets.ts";
import type { MadeArrays } from "./values.ts";
import type { WriteUsdOptions } from "./write-options.ts";

/** A scene that is written. */
export interface UsdWriter {
  readonly scene: SceneModel;
  readonly layout: Layout;
  /** By image of the scene, its file next to the layer; undefined if it is left out. */
  readonly files: readonly (ImageFile | undefined)[];
  readonly times: TimeScale;
  readonly losses: Losses;
  readonly options: WriteUsdOptions;
  /** What variants say of prims that are written elsewhere. */
  readonly opinions: Opinions;
  readonly made: MadeArrays;
  readonly targets: RelationshipTargets;
}
