/** Images of a single mesh. */
import type { MeshAsset } from "@usdkit/assets";
import { render } from "../render.ts";
import type { RenderedImage } from "../rendering/rendered-image.ts";
import type { RenderOptions } from "../rendering/render-options.ts";
import { sceneText, type TestCamera, type TestItem } from "./scene-text.ts";

/** Of the images of {@link one}, in pixels. */
export const SIZE = { width: 120, height: 80 };

/** Renders a single mesh, by default at the origin and at {@link SIZE}. */
export function one(
  asset: MeshAsset,
  item: Partial<TestItem> = {},
  camera: TestCamera = {},
  options: RenderOptions = {},
): Promise<RenderedImage> {
  return render(sceneText([{ name: "a", ...item }], camera), { a: asset }, { ...SIZE, ...options });
}

/** Visits all pixels: their index and their centre. */
export function each({ width, height }: RenderedImage, visit: (i: number, x: number, y: number) => void): void {
  for (let i = 0; i < width * height; i++) visit(i, (i % width) + 0.5, Math.floor(i / width) + 0.5);
}
