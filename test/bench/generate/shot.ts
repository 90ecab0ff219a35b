import { Random } from "./random.ts";

/** Layers of a shot with all assets: the root, its sublayers, and three layers of each asset. */
export const SHOT_LAYERS = 200;
const ASSETS = 50;
const SUBLAYERS = SHOT_LAYERS - 1 - 3 * ASSETS;
/** Sublayers with placements; the others, stronger ones, have overrides. */
const LAYOUTS = 40;
const GROUPS = 8;
const MESHES = 9;
const MATERIALS = 4;
/** The asset, its geometry and looks with their scopes, and a shader for each material. */
const PRIMS_PER_ASSET = 1 + 1 + GROUPS * (1 + MESHES) + 1 + 2 * MATERIALS;
const LOOKS = ["clean", "dusty", "worn"] as const;

/** The layers of a shot, by path. */
export interface Shot {
  readonly root: string;
  readonly layers: ReadonlyMap<string, string>;
  /** Prims of the composed stage, without the pseudo-root and classes. */
  readonly prims: number;
  /** Paths of a mesh in the first two placements of one asset; one if there is only one. */
  readonly meshes: readonly string[];
}

/**
 * A shot of about `size` prims: 40 sublayers place 50 assets by reference, 9 stronger ones override some placements. An asset is a
 * class, a payload with meshes, a sublayer with materials, and a variant set. All layers are named `.usd`, in text or crate.
 */
export function shot(size: number): Shot {
  const random = new Random(size);
  const layers = new Map<string, string>();
  const sets = Math.min(LAYOUTS, Math.ceil(size / PRIMS_PER_ASSET));
  const placements = Math.max(1, Math.round((size - 1 - sets) / PRIMS_PER_ASSET));
  // Each asset is placed twice or more.
  const assets = Math.max(1, Math.min(ASSETS, placements >> 1));
  for (let asset = 0; asset < assets; asset++) addAsset(layers, random, asset);
  const names: string[] = [];
  for (let layer = 0; layer < SUBLAYERS; layer++) {
    const isLayout = layer >= SUBLAYERS - LAYOUTS;
    const set = layer - (SUBLAYERS - LAYOUTS);
    const name = isLayout ? `layout_${set}.usd` : `override_${layer}.usd`;
    names.push(name);
    const content = isLayout ? layout(random, { set, placements, assets }) : overrides(random, sets, placements);
    layers.set(name, `${header()}over "World"\n{\n${content}}\n`);
  }
  const sublayers = names.map((name) => `        @./${name}@`).join(",\n");
  const metadata = `    subLayers = [\n${sublayers}\n    ]\n    timeCodesPerSecond = 24\n    upAxis = "Y"\n`;
  layers.set("root.usd", `${header(metadata)}def Xform "World" (\n    kind = "assembly"\n)\n{\n}\n`);
  const meshes = [0, assets]
    .filter((place) => place < placements)
    .map((place) => `${pathOf(place)}/Geom/Group_3/Mesh_5`);
  return { root: "root.usd", layers, prims: 1 + sets + placements * PRIMS_PER_ASSET, meshes };
}

function header(metadata = ""): string {
  return `#usda 1.0\n(\n    defaultPrim = "World"\n${metadata}    metersPerUnit = 0.01\n)\n\n`;
}

function pathOf(placement: number): string {
  return `/World/Set_${placement % LAYOUTS}/Prop_${placement}`;
}

interface Placed {
  readonly set: number;
  readonly placements: number;
  readonly assets: number;
}

function layout(random: Random, { set, placements, assets }: Placed): string {
  let text = "";
  for (let place = set; place < placements; place += LAYOUTS) {
    const selection = random.chance(30)
      ? `        variants = {\n            string look = "${random.pick(LOOKS)}"\n        }\n`
      : "";
    text +=
      `        def "Prop_${place}" (\n${selection}            prepend references = @./assets/asset_${place % assets}/asset.usd@\n        )\n` +
      `        {\n            double3 xformOp:translate = (${random.below(9000) / 8}, 0, ${random.below(9000) / 8})\n` +
      `            uniform token[] xformOpOrder = ["xformOp:translate"]\n        }\n`;
  }
  return text === "" ? "" : `    def Xform "Set_${set}" (\n        kind = "group"\n    )\n    {\n${text}    }\n`;
}

/** Opinions about placements and about single meshes in them. */
function overrides(random: Random, sets: number, placements: number): string {
  let text = "";
  for (let set = 0; set < sets; set++) {
    const place = set + LAYOUTS * random.below(Math.ceil((placements - set) / LAYOUTS));
    const mesh = `over "Group_${random.below(GROUPS)}"\n                {\n                    over "Mesh_${random.below(MESHES)}"\n`;
    text +=
      `    over "Set_${set}"\n    {\n        over "Prop_${place}"\n        {\n            double3 xformOp:translate = (${random.below(999)}, 1, 2)\n` +
      `            over "Geom"\n            {\n                ${mesh}                    {\n                        token visibility = "invisible"\n` +
      `                    }\n                }\n            }\n        }\n    }\n`;
  }
  return text;
}

function addAsset(layers: Map<string, string>, random: Random, asset: number): void {
  const folder = `assets/asset_${asset}`;
  layers.set(
    `${folder}/asset.usd`,
    `#usda 1.0\n(\n    defaultPrim = "Asset"\n    subLayers = [\n        @./look.usd@\n    ]\n)\n\n` +
      `def Xform "Asset" (\n    inherits = </_class_Prop>\n    kind = "component"\n    prepend payload = @./geo.usd@\n` +
      `    prepend variantSets = "look"\n    variants = {\n        string look = "${random.pick(LOOKS)}"\n    }\n)\n{\n` +
      `    variantSet "look" = {\n${LOOKS.map((look) => variant(random, look)).join("")}    }\n}\n\nclass "_class_Prop"\n{\n    bool isProp = 1\n}\n`,
  );
  layers.set(
    `${folder}/geo.usd`,
    `#usda 1.0\n(\n    defaultPrim = "Asset"\n)\n\ndef Xform "Asset"\n{\n${geometry(random)}}\n`,
  );
  layers.set(`${folder}/look.usd`, `#usda 1.0\n\nover "Asset"\n{\n${materials(random)}}\n`);
}

function variant(random: Random, name: string): string {
  const color = (): number => random.below(100) / 100;
  const opinions = `color3f[] primvars:displayColor = [(${color()}, ${color()}, ${color()})]`;
  return (
    `        "${name}" {\n            over "Geom"\n            {\n                over "Group_${random.below(GROUPS)}"\n                {\n` +
    `                    over "Mesh_0"\n                    {\n                        ${opinions}\n                    }\n                }\n            }\n        }\n`
  );
}

function geometry(random: Random): string {
  let text = `    def Scope "Geom"\n    {\n`;
  for (let group = 0; group < GROUPS; group++) {
    text += `        def Xform "Group_${group}"\n        {\n`;
    for (let mesh = 0; mesh < MESHES; mesh++) {
      const size = random.between(1, 50);
      text +=
        `            def Mesh "Mesh_${mesh}"\n            {\n                float3[] extent = [(0, 0, 0), (${size}, ${size}, 0)]\n` +
        `                int[] faceVertexCounts = [4]\n                int[] faceVertexIndices = [0, 1, 2, 3]\n` +
        `                rel material:binding = </Asset/Looks/Material_${random.below(MATERIALS)}>\n` +
        `                point3f[] points = [(0, 0, 0), (${size}, 0, 0), (${size}, ${size}, 0), (0, ${size}, 0)]\n` +
        `                uniform token subdivisionScheme = "none"\n            }\n`;
    }
    text += "        }\n";
  }
  return `${text}    }\n`;
}

function materials(random: Random): string {
  let text = `    def Scope "Looks"\n    {\n`;
  for (let material = 0; material < MATERIALS; material++) {
    const surface = `</Asset/Looks/Material_${material}/Surface.outputs:surface>`;
    text +=
      `        def Material "Material_${material}"\n        {\n            token outputs:surface.connect = ${surface}\n\n` +
      `            def Shader "Surface"\n            {\n                uniform token info:id = "UsdPreviewSurface"\n` +
      `                float inputs:roughness = ${random.below(100) / 100}\n                token outputs:surface\n            }\n        }\n`;
  }
  return `${text}    }\n`;
}
