import { textOf } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const TYPES: ReadonlySet<string> = new Set(
  (
    "Scope Xform Camera Shader Material NodeGraph Mesh Sphere Cube Cylinder Cone Capsule GeomSubset Points SkelRoot Skeleton " +
    "SkelAnimation BlendShape SpatialAudio PhysicsScene Preliminary_ReferenceImage Preliminary_Text Preliminary_Trigger"
  ).split(" "),
);
const SHADERS: ReadonlySet<string> = new Set(["UsdPreviewSurface", "UsdUVTexture", "UsdTransform2d"]);

export const rule: StageRule = {
  meta: {
    id: "arkit-unsupported",
    summary: "A type, shader or axis that Apple's viewers do not take",
    detail:
      "ARKit and Quick Look draw meshes, shapes and points with UsdPreviewSurface or MaterialX, Y up. The list is that of the compliance " +
      "checker of OpenUSD for ARKit.",
    severity: "error",
    effect: null,
    profiles: ["arkit"],
  },
  examples,
  checkStage({ stage, report }) {
    return {
      prim(prim) {
        const { typeName } = prim.shape;
        if (typeName !== "" && !TYPES.has(typeName) && !typeName.startsWith("RealityKit")) {
          report({
            message: `ARKit does not take prims of type ${typeName}.`,
            hint: "Convert it to a mesh, or leave it out.",
            at: { prim: prim.path },
          });
        }
        if (!prim.isA("Shader")) return;
        const id = textOf(prim.value("info:id")) ?? "";
        if (SHADERS.has(id) || id.startsWith("UsdPrimvarReader") || id.startsWith("ND_")) return;
        report({
          message:
            id === ""
              ? "ARKit takes shaders with an `info:id` only."
              : `ARKit does not take the shader ${JSON.stringify(id)}.`,
          hint: "Use UsdPreviewSurface.",
          at: prim.properties.has("info:id") ? { prim: prim.path, property: "info:id" } : { prim: prim.path },
        });
      },
      end() {
        const { rootLayer } = stage.layerStack;
        const upAxis = textOf(rootLayer.layer.root.fields.get("upAxis")?.value);
        if (upAxis === undefined || upAxis === "Y") return;
        report({
          message: `The up axis is ${upAxis}; ARKit has Y up.`,
          hint: "Export the scene with Y up.",
          at: { prim: "/", field: "upAxis" },
        });
      },
    };
  },
};

function examples(): StageExamples {
  const shader = (id: string): string => defText('def Shader "Surface"', `uniform token info:id = "${id}"`);
  return {
    good: [
      scene("a mesh", 'def Mesh "Box"\n{\n}', { metadata: 'upAxis = "Y"' }),
      scene("a surface", shader("UsdPreviewSurface")),
      scene("MaterialX", shader("ND_image_color3")),
    ],
    bad: [
      badScene("curves", 'def BasisCurves "Hair"\n{\n}', {
        found: ["3:18 error: ARKit does not take prims of type BasisCurves."],
      }),
      badScene("a shader of a renderer", shader("standard_surface"), {
        found: ['5:5 error: ARKit does not take the shader "standard_surface".'],
      }),
      badScene("Z up", 'def Mesh "Box"\n{\n}', {
        metadata: 'upAxis = "Z"',
        found: ["3:5 error: The up axis is Z; ARKit has Y up."],
      }),
    ],
  };
}
