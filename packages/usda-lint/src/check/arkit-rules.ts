/**
 * What ARKit does not take in a scene: the rules of the reference's compliance checker for consumer assets and its ARKit
 * profile (OpenUSD 25), for one layer.
 */
import type { AttributeSpec, Layer, PrimSpec, PseudoRootSpec } from "@usdkit/layer";
import { visitLayer } from "@usdkit/layer";

const PRIM_TYPES: ReadonlySet<string> = new Set([
  ..."Scope Xform Camera Shader Material Mesh Sphere Cube Cylinder Cone Capsule GeomSubset Points".split(" "),
  ..."SkelRoot Skeleton SkelAnimation BlendShape SpatialAudio PhysicsScene".split(" "),
  ..."Preliminary_ReferenceImage Preliminary_Text Preliminary_Trigger".split(" "),
]);
const SHADERS: ReadonlySet<string> = new Set(["UsdPreviewSurface", "UsdUVTexture", "UsdTransform2d"]);

/** Returns a sentence for each rule that the layer breaks. */
export function arkitProblems(layer: Layer): readonly string[] {
  const problems = stageProblems(layer.root);
  visitLayer(layer, {
    prim(prim) {
      const { path, typeName } = prim;
      if (typeName !== "" && !PRIM_TYPES.has(typeName) && !typeName.startsWith("RealityKit")) {
        problems.push(`the type ${typeName} of ${path} is not supported`);
      }
      if (typeName === "Shader") problems.push(...shaderProblems(prim));
    },
  });
  return problems;
}

function stageProblems({ fields }: PseudoRootSpec): string[] {
  const problems: string[] = [];
  const textOf = (name: string): string | undefined => {
    const value = fields.get(name)?.value;
    return value?.kind === "typed" ? String(value.data) : undefined;
  };
  const upAxis = textOf("upAxis");
  if (upAxis === undefined) problems.push("the layer has no upAxis, expected Y");
  else if (upAxis !== "Y") problems.push(`upAxis is ${upAxis}, expected Y`);
  if (textOf("metersPerUnit") === undefined) problems.push("the layer has no metersPerUnit");
  if ((textOf("defaultPrim") ?? "") === "") problems.push("the layer has no defaultPrim");
  return problems;
}

function shaderProblems(prim: PrimSpec): readonly string[] {
  const source = tokenOf(prim, "info:implementationSource") ?? "id";
  if (source !== "id") return [`the shader ${prim.path} has the implementation source ${source}, expected id`];
  const id = tokenOf(prim, "info:id") ?? "";
  if (SHADERS.has(id) || id.startsWith("UsdPrimvarReader") || id.startsWith("ND_")) return [];
  return [`the shader ${prim.path} has ${id === "" ? "no info:id" : `the info:id ${id}, which is not supported`}`];
}

function tokenOf({ properties }: PrimSpec, name: string): string | undefined {
  const found = properties.find((each): each is AttributeSpec => each.specType === "attribute" && each.name === name);
  const value = found?.defaultValue;
  return value?.kind === "typed" && typeof value.data === "string" ? value.data : undefined;
}
