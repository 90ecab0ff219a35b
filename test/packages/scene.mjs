// What a user of the installed package writes; `check:packages` type-checks and runs it.
import { readScene, Scene, SceneError, validName } from "@usdkit/scene";
import { builderCalls, runCalls } from "@usdkit/scene/arbitraries";

const scene = new Scene({ defaultPrim: "World", doc: "Two chairs" });
const world = scene.xform("World");
world.mesh("Chair", { asset: "asset:/mesh/chair-01", target: "/mesh" }).translate([0, 0, -2]).rotateY(30);
world.splat("Room", { asset: "asset:/mesh/room-7" });
const camera = world.camera("Main", { focalLength: 35, clippingRange: [0.1, 1000] });
camera.lookAt({ eye: [3, 2, 4], target: [0, 0.5, 0] });
scene.renderSettings({ resolution: [1280, 720] });
if (scene.validate().length > 0) throw new Error("a good scene has findings");
if (readScene(scene.toLayer()).items.length !== 2) throw new Error("the scene lost an item");

const patch = scene
  .patch()
  .camera("/World/Main")
  .lookAt({ eye: [0, 2, 5], target: [0, 0, 0] });
if (patch.validate().length > 0) throw new Error("a good patch has findings");

const opened = Scene.fromUsda(scene.toUsda());
opened.get("/World/Chair", "Mesh").rotateY(15);
if (opened.toUsda() === scene.toUsda()) throw new Error("the change was lost");

try {
  camera.focalLength(0);
  throw new Error("a bad value was taken");
} catch (error) {
  if (!(error instanceof SceneError) || error.primPath !== "/World/Main") throw error;
}
if (validName("3 chairs!") !== "_3_chairs") throw new Error("the name is another");
if (typeof builderCalls !== "function" || runCalls([]).scene.toUsda() === "") throw new Error("no arbitraries");
