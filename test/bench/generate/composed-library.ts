/** A library as studios have them: assets of three layers, with materials and textures that many of them use. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "./random.ts";

const IN_A_FOLDER = 50;
/** Layers with materials, and textures of each. */
const MATERIALS = 40;
const TEXTURES = 4;
/** Bytes of the geometry of an asset, at least and at most. */
const SIZES: GeometrySizes = [50_000, 500_000];
/** Points of a mesh. */
const POINTS = 400;

export type GeometrySizes = readonly [least: number, most: number];

/** Layers of an asset. */
export const LAYERS_OF_AN_ASSET = 3;

/**
 * Writes assets: a root with variants, which has its geometry as a payload and its look as a sublayer; the look binds materials of layers
 * that all assets share. One in ten names a texture that is missing, one in ten a target.
 *
 * @param count of assets
 * @param sizes bytes of the geometry of an asset
 */
export function writeComposedLibrary(folder: string, count: number, sizes: GeometrySizes = SIZES): void {
  mkdirSync(join(folder, "materials/textures"), { recursive: true });
  for (let i = 0; i < MATERIALS; i++) {
    writeFileSync(join(folder, `materials/material-${i}.usda`), material(i));
    for (let j = 0; j < TEXTURES; j++) writeFileSync(join(folder, `materials/textures/${i}-${j}.png`), PNG);
  }
  for (let i = 0; i < count; i++) {
    const random = new Random(i);
    const asset = join(folder, `shelf-${Math.floor(i / IN_A_FOLDER)}`, `asset-${i}`);
    mkdirSync(asset, { recursive: true });
    const meshes = Math.ceil(random.between(...sizes) / (POINTS * BYTES_OF_A_POINT));
    writeFileSync(join(asset, `asset-${i}.usda`), root(i));
    writeFileSync(join(asset, "geometry.usda"), geometry(meshes, random));
    writeFileSync(join(asset, "look.usda"), look(i, meshes, random));
  }
}

function root(i: number): string {
  return `#usda 1.0
(
    defaultPrim = "Asset"
    metersPerUnit = 0.01
    upAxis = "Y"
    subLayers = [@./look.usda@]
)

def Xform "Asset" (
    kind = "component"
    assetInfo = {
        string name = "asset-${i}"
    }
    prepend payload = @./geometry.usda@
    variants = {
        string size = "large"
    }
    prepend variantSets = "size"
)
{
    variantSet "size" = {
        "large" {
            double3 xformOp:scale = (2, 2, 2)
            uniform token[] xformOpOrder = ["xformOp:scale"]
        }
        "small" {
            double3 xformOp:scale = (1, 1, 1)
            uniform token[] xformOpOrder = ["xformOp:scale"]
        }
    }
}
`;
}

/** About what a point takes: three numbers, its normal and its part of the faces. */
const BYTES_OF_A_POINT = 75;

function geometry(meshes: number, random: Random): string {
  let text = `#usda 1.0
(
    defaultPrim = "Asset"
    metersPerUnit = 0.01
    upAxis = "Y"
)

def Xform "Asset"
{
    def Scope "Geometry"
    {
`;
  const side = Math.sqrt(POINTS);
  for (let mesh = 0; mesh < meshes; mesh++) {
    const points: string[] = [];
    const normals: string[] = [];
    for (let i = 0; i < POINTS; i++) {
      points.push(
        `(${i % side}.${random.below(1e5)}, ${Math.floor(i / side)}.${random.below(1e5)}, 0.${random.below(1e5)})`,
      );
      normals.push(random.pick(["(0, 0, 1)", "(0, 0.6, 0.8)", "(0.8, 0, 0.6)"]));
    }
    const counts: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i < POINTS - side; i++) {
      if (i % side === side - 1) continue;
      counts.push(4);
      indices.push(i, i + 1, i + side + 1, i + side);
    }
    text += `        def Mesh "Part_${mesh}" (
            prepend apiSchemas = ["MaterialBindingAPI"]
        )
        {
            float3[] extent = [(0, 0, 0), (${side - 1}, ${side - 1}, 1)]
            int[] faceVertexCounts = [${counts.join(", ")}]
            int[] faceVertexIndices = [${indices.join(", ")}]
            normal3f[] normals = [${normals.join(", ")}] (
                interpolation = "vertex"
            )
            point3f[] points = [${points.join(", ")}]
            uniform token subdivisionScheme = "none"
        }

`;
  }
  return `${text}    }\n}\n`;
}

function look(i: number, meshes: number, random: Random): string {
  const used = Array.from({ length: 4 }, () => random.below(MATERIALS));
  const materials = used.map(
    (each, at) => `        def Material "Look_${at}" (
            prepend references = @../../materials/material-${each}.usda@
        )
        {
        }
`,
  );
  const bindings = Array.from(
    { length: meshes },
    (_, mesh) => `        over "Part_${mesh}"
        {
            rel material:binding = </Asset/Looks/Look_${mesh % used.length}>
        }
`,
  );
  const missing = i % 10 === 3 ? "    asset preview = @./preview.png@\n" : "";
  const target = i % 10 === 7 ? "    rel shown = </Asset/Geometry/Gone>\n" : "";
  return `#usda 1.0
(
    defaultPrim = "Asset"
    metersPerUnit = 0.01
    upAxis = "Y"
)

over "Asset"
{
${missing}${target}    def Scope "Looks"
    {
${materials.join("")}    }

    over "Geometry"
    {
${bindings.join("")}    }
}
`;
}

function material(i: number): string {
  const textures = Array.from(
    { length: TEXTURES },
    (_, j) => `    def Shader "Texture_${j}"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @./textures/${i}-${j}.png@
        float3 outputs:rgb
    }
`,
  );
  return `#usda 1.0
(
    defaultPrim = "Material"
    metersPerUnit = 0.01
    upAxis = "Y"
)

def Material "Material"
{
    token outputs:surface.connect = </Material/Surface.outputs:surface>

    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </Material/Texture_0.outputs:rgb>
        float inputs:roughness = 0.${1 + (i % 9)}
        token outputs:surface
    }
${textures.join("")}}
`;
}

/** A picture of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
