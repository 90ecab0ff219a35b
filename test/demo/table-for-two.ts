// The scene that the demo renders: a table for two.

import { Scene } from "@usdkit/scene";

/** Mesh ids of the models (`models.ts`). */
export type MeshIds = Readonly<Record<"chair" | "table" | "room" | "flowers", string>>;

/** Pixels. */
export const RESOLUTION = [1280, 720] as const;
/** Where the camera looks. */
export const TARGET = [0, 0.6, 0] as const;

/** Returns the scene of the demo, and of the image in the README. */
export function buildTableForTwo({ chair, table, room, flowers }: MeshIds): Scene {
  const scene = new Scene({ defaultPrim: "World", doc: "A table for two" });
  const world = scene.xform("World");
  const mesh = (id: string): { asset: string } => ({ asset: `asset:/mesh/${id}` });
  world.mesh("Room", mesh(room));
  world.mesh("Table", mesh(table));
  world.mesh("Chair", mesh(chair)).translate([-0.75, 0, 0.1]).rotateY(80);
  world.mesh("OtherChair", mesh(chair)).translate([0.8, 0, -0.1]).rotateY(-115);
  world.splat("Flowers", mesh(flowers)).translate([0, 0.75, 0]);
  world
    .camera("Main", { focalLength: 35, horizontalAperture: 36, verticalAperture: 20.25, clippingRange: [0.1, 100] })
    .lookAt({ eye: [1.5, 1.6, 2.6], target: TARGET });
  scene.renderSettings({ resolution: [...RESOLUTION] });
  return scene;
}
