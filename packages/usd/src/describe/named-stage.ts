import type { Stage } from "../stage/stage.ts";

/** A stage, and the names of its layers. */
export interface NamedStage {
  readonly stage: Stage;
  /** Returns the name of a layer, such as its path relative to the folder of the root layer. */
  readonly name: (identifier: string) => string;
}
