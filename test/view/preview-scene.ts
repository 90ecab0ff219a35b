// What the tests of previews share: the scene with its meshes, and places and colors in its image.

import { chairGlb, flowersPly } from "../demo/models.ts";
import { SCENE } from "./chair-scene.ts";
import type { EditorPageOptions } from "./preview-page.ts";

/** The scene, and the files of its meshes. */
export const scenePreview: EditorPageOptions = {
  text: SCENE,
  models: { "chair.glb": chairGlb(), "flowers.ply": flowersPly() },
};
/** Positions in the image: on the flowers, and on the background. */
export const FLOWERS = [0.5, 0.36] as const;
export const CORNER = [0.02, 0.02] as const;
/** The background of the editor's theme Dark. */
export const DARK: readonly number[] = [0x1f, 0x1f, 0x1f, 255];
