// Node loads the modules with `require`: the same ones as with `import`.
const { Scene } = require("@usdkit/scene");
const { parseUsda } = require("@usdkit/usda");

const scene = new Scene({ defaultPrim: "World" });
scene.xform("World");
if (!parseUsda(scene.toUsda()).ok) throw new Error("the scene does not parse");
import("@usdkit/scene").then((module) => {
  if (module.Scene !== Scene) throw new Error("import and require give two copies");
});
