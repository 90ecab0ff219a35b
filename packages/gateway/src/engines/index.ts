import type { Engine } from "./engine.ts";
import { external } from "./external.ts";
import { materialTransfer } from "./material-transfer.ts";
import { previewModel } from "./preview-model.ts";
import { previewReconstruction } from "./reconstruction/preview-reconstruction.ts";
import { previewWorld } from "./preview-world.ts";

/** The first engine that accepts a job runs it. */
export const engines: readonly Engine[] = [
  external,
  previewWorld,
  previewReconstruction,
  previewModel,
  materialTransfer,
];
