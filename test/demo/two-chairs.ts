// The scene of test/scenes/two-chairs.usda, by the builder.

import { Scene, type CameraPatch } from "../../packages/scene/src/index.ts";

const chair = { asset: "asset:/mesh/chair-01", target: "/mesh" };

export function buildTwoChairs(): Scene {
  const scene = new Scene({ defaultPrim: "World", doc: "Two chairs at a table, seen from the door" });
  const world = scene.xform("World");
  world.mesh("Chair", chair).translate([-0.8, 0, -2]).rotateY(30);
  world.mesh("OtherChair", chair).translate([0.8, 0, -2]).rotateY(210);
  world
    .camera("Main", { focalLength: 35, horizontalAperture: 36, verticalAperture: 24, clippingRange: [0.1, 1000] })
    .lookAt({ eye: [0, 1.5, 6], target: [0, 0.5, -2] });
  scene.renderSettings({ resolution: [1280, 720] });
  return scene;
}

/** Two steps to the left. */
export function patchTwoChairs(scene: Scene): CameraPatch {
  return scene
    .patch()
    .camera("/World/Main")
    .lookAt({ eye: [-1.2, 1.5, 6], target: [0, 0.5, -2], space: "world" })
    .focalLength(40);
}

/** A lamp between the chairs, and one of them turned. */
export function changeTwoChairs(text: string): Uint8Array {
  const scene = Scene.fromUsda(text);
  scene.get("/World/Chair", "Mesh").rotateY(15);
  scene.get("/World", "Xform").mesh("Lamp", { asset: "asset:/mesh/lamp-3" }).translate([0, 2, -2]);
  return scene.toBytes();
}
