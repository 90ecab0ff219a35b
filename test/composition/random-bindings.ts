// Random material bindings, collections, and networks of shaders.

import type { Random } from "../bench/generate/random.ts";

type Choices = readonly [string, ...string[]];

/** Statements of a prim, and the API schemas that they need. */
export interface RandomStatements {
  readonly apis: readonly string[];
  readonly lines: readonly string[];
}

const MATERIALS: readonly [string, ...string[]] = [
  "</Looks/Red>",
  "</Looks/Blue>",
  "</Looks/Missing>",
  "</Looks>",
  "[</Looks/Red>, </Looks/Blue>]",
];
/** Targets of bindings to a collection, which have one material. */
const BOUND = ["</Looks/Red>", "</Looks/Blue>", "</Looks/Missing>"] as const;
const PATHS: readonly [string, ...string[]] = ["/A", "/A/B", "/A/B/C", "/B", "/B/A", "/C", "/D/A"];
const EXPRESSIONS: readonly [string, ...string[]] = [
  "//A",
  "/A//",
  "//{isa:Gprim}",
  "/B + //C",
  "/A// - /A/B",
  "~/A",
  "%/A:one",
  "%:two",
  "//B & %/B:one",
  "%/B:two //A",
  "%:one",
];
const STRENGTHS = ["strongerThanDescendants", "weakerThanDescendants"] as const;

/** Returns the statements of bindings of a prim. */
export function randomBindings(random: Random, path: string): RandomStatements {
  const lines: string[] = [];
  const strength = (): string => (random.chance(35) ? ` (\nbindMaterialAs = "${random.pick(STRENGTHS)}"\n)` : "");
  for (const purpose of ["", ":preview", ":full"]) {
    if (random.chance(15)) lines.push(`rel material:binding${purpose} = ${random.pick(MATERIALS)}${strength()}`);
    for (const name of ["x", "y"]) {
      if (!random.chance(8)) continue;
      const collection = `<${random.pick([path, ...PATHS])}.collection:${random.pick(["one", "two"])}>`;
      lines.push(
        `rel material:binding:collection${purpose}:${name} = [${collection}, ${random.pick(BOUND)}]${strength()}`,
      );
    }
  }
  return { apis: lines.length > 0 && random.chance(85) ? ["MaterialBindingAPI"] : [], lines };
}

/** Returns the statements of collections of a prim. */
export function randomCollections(random: Random, path: string): RandomStatements {
  const apis: string[] = [];
  const lines: string[] = [];
  for (const name of ["one", "two"]) {
    if (!random.chance(20)) continue;
    if (random.chance(90)) apis.push(`CollectionAPI:${name}`);
    const prefix = `collection:${name}`;
    const target = (): string => {
      const at = random.pick([path, path, ...PATHS]);
      return random.chance(15)
        ? `<${at}.collection:${random.pick(["one", "two"])}>`
        : random.chance(10)
          ? `<${at}.size>`
          : `<${at}>`;
    };
    if (random.chance(30)) lines.push(`pathExpression ${prefix}:membershipExpression = "${random.pick(EXPRESSIONS)}"`);
    else
      lines.push(
        `rel ${prefix}:includes = [${[...new Set(Array.from({ length: random.between(1, 3) }, target))].join(", ")}]`,
      );
    if (random.chance(30)) lines.push(`rel ${prefix}:excludes = [${target()}]`);
    if (random.chance(40))
      lines.push(
        `uniform token ${prefix}:expansionRule = "${random.pick(["explicitOnly", "expandPrims", "expandPrimsAndProperties"])}"`,
      );
    if (random.chance(15)) lines.push(`uniform bool ${prefix}:includeRoot = true`);
  }
  return { apis, lines };
}

/** Returns materials with networks of shaders and node graphs. */
export function randomMaterials(random: Random): string {
  const outputs: Choices = [
    "</Looks/Red/Shader.outputs:surface>",
    "</Looks/Red/Graph.outputs:surface>",
    "</Looks/Red/Graph.outputs:missing>",
  ];
  const inputs: Choices = [
    "</Looks/Red.inputs:roughness>",
    "</Looks/Red/Graph.inputs:roughness>",
    "</Looks/Red/Texture.outputs:r>",
    "</Looks/Red/Graph.outputs:r>",
    "</Nowhere.outputs:r>",
  ];
  const connected = (name: string, from: Choices): string => {
    const value = random.chance(50) ? ` = ${random.between(0, 8) / 8}` : "";
    const many = random.chance(20) ? `[${from[0]}, ${random.pick(from.slice(1) as [string])}]` : random.pick(from);
    return `float ${name}${value}\n${random.chance(70) ? `float ${name}.connect = ${many}\n` : ""}`;
  };
  return `def Scope "Looks"
{
def Material "Red"
{
token outputs:surface.connect = ${random.pick(outputs)}
${connected("inputs:roughness", inputs)}
def Shader "Shader"
{
uniform token info:id = "UsdPreviewSurface"
${connected("inputs:roughness", inputs)}${connected("inputs:metallic", inputs)}token outputs:surface
}
def Shader "Texture"
{
${connected("inputs:file", inputs)}float outputs:r
}
def NodeGraph "Graph"
{
${connected("inputs:roughness", inputs)}${connected("outputs:r", inputs)}token outputs:surface.connect = ${random.pick(outputs)}
}
}
def Material "Blue"
{
}
}
`;
}
