// jest without flags: it has no `require` of modules.
const { Scene, SceneError } = require("@usdkit/scene");
const { parseUsda, printUsda } = require("@usdkit/usda");
const { validate } = require("@usdkit/validate");
const { RenderClient } = require("@usdkit/render");

test("a scene is built, printed, parsed and validated", () => {
  const scene = new Scene({ defaultPrim: "World" });
  scene.xform("World").mesh("Chair", { asset: "asset:/mesh/chair-01" }).translate([0, 0, -2]);
  const { layer, ok } = parseUsda(scene.toUsda());
  expect(ok).toBe(true);
  expect(printUsda(layer)).toBe(scene.toUsda());
  expect(validate(layer, { profile: "usda" })).toEqual([]);
  expect(scene).toEqualScene(layer);
});

test("errors are of the class that is exported", () => {
  const scene = new Scene();
  expect(() => scene.xform("A").scale([0, 1, 1])).toThrow(SceneError);
  expect(() => new RenderClient({ baseUrl: "not a URL", apiKey: "key" })).toThrow();
});
