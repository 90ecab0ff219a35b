import { Scene } from "@usdkit/scene";

/** Returns a small scene of one chair, without findings. */
export function chairScene(): Scene {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  world.mesh("Chair", { asset: "asset:/mesh/chair-01" });
  world.camera("Main", { focalLength: 35 }).lookAt({ eye: [1.5, 1, 2], target: [0, 0.5, 0] });
  scene.renderSettings({ resolution: [64, 48] });
  return scene;
}
