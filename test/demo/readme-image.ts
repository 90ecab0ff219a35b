// The image of the README: the scene of the demo. `node test/demo/readme-image.ts` writes it again.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { encodeJpeg, render, type RenderedImage } from "@usdkit/raster";
import { chairGlb, flowersPly, roomGlb, tableGlb } from "./models.ts";
import { buildTableForTwo } from "./table-for-two.ts";

/** The file. */
export const readmeImage: string = resolve(import.meta.dirname, "../../docs/images/table-for-two.jpg");

/** Renders the image, without the service. */
export function renderReadmeImage(): Promise<RenderedImage> {
  const scene = buildTableForTwo({ chair: "chair", table: "table", room: "room", flowers: "flowers" });
  const models = { chair: chairGlb(), table: tableGlb(), room: roomGlb(), flowers: flowersPly() };
  return render(scene, models, { width: 960, height: 540, samples: 9, look: "full" });
}

if (import.meta.main) writeFileSync(readmeImage, await encodeJpeg(await renderReadmeImage(), { quality: 85 }));
