import { ByteWriter } from "./byte-writer.ts";
import { Random } from "./random.ts";

/** The input of a prim generator: the writer, the depth, and the path of the asset that contains the prim. */
interface Place {
  out: ByteWriter;
  random: Random;
  indent: string;
  path: string;
}

const kinds = ["Chair", "Table", "Lamp", "Shelf", "Window", "Door", "Plant"] as const;

/**
 * A layer of about `size` bytes with little but prims and small values (some 390 bytes a prim): assemblies of components
 * with their arcs, metadata, variants, meshes of a few faces, and materials.
 */
export function structure(size: number): Buffer {
  const random = new Random(size);
  const out = new ByteWriter(size);
  out.text(
    `#usda 1.0\n(\n    customLayerData = {\n        dictionary exporter = {\n            string name = "bench"\n` +
      `            int revision = 7\n        }\n    }\n    defaultPrim = "World"\n    doc = """A town.\nMade by a generator."""\n` +
      `    metersPerUnit = 0.01\n    upAxis = "Y"\n)\n\ndef Xform "World" (\n    kind = "assembly"\n)\n{\n`,
  );
  for (let section = 0; out.length < size; section++) {
    out.text(`    def Xform "Section_${section}" (\n        kind = "group"\n    )\n    {\n`);
    transform({ out, random, indent: "        ", path: "" });
    for (let group = 0; group < 12 && out.length < size; group++) {
      out.text(`\n        def Xform "Group_${group}" (\n            kind = "group"\n        )\n        {\n`);
      for (let index = 0; index < 20 && out.length < size; index++) {
        const path = `/World/Section_${section}/Group_${group}`;
        asset({ out, random, indent: "            ", path }, index);
      }
      out.text("        }\n");
    }
    out.text("    }\n\n");
  }
  out.text("}\n");
  return out.bytes();
}

function asset(place: Place, index: number): void {
  const { out, random, indent } = place;
  const kind = random.pick(kinds);
  const path = `${place.path}/${kind}_${index}`;
  const inside = { ...place, path, indent: `${indent}    ` };
  const variants = random.chance(15);
  let metadata = "";
  if (random.chance(40)) {
    metadata +=
      `${indent}    assetInfo = {\n${indent}        asset identifier = @./assets/${kind}/${kind}.usda@\n` +
      `${indent}        string name = "${kind}"\n${indent}        string version = "${random.below(40)}"\n${indent}    }\n`;
  }
  if (random.chance(50)) {
    metadata +=
      `${indent}    customData = {\n${indent}        int lod = ${random.below(4)}\n` +
      `${indent}        dictionary source = {\n${indent}            bool frozen = ${random.below(2)}\n` +
      `${indent}            string[] tags = ["prop", "${kind.toLowerCase()}"]\n${indent}            double weight = ${random.below(900) / 8}\n` +
      `${indent}        }\n${indent}    }\n`;
  }
  if (random.chance(20))
    metadata += `${indent}    doc = "${kind} number ${index} of the group, placed by \\"layout\\""\n`;
  if (random.chance(50)) metadata += `${indent}    prepend inherits = </World/Classes/${kind}>\n`;
  metadata += `${indent}    kind = "component"\n`;
  if (random.chance(25)) metadata += `${indent}    payload = @./assets/${kind}/payload.usda@</${kind}>\n`;
  else metadata += `${indent}    prepend references = @./assets/${kind}/${kind}.usda@</${kind}>\n`;
  if (variants) {
    metadata +=
      `${indent}    variants = {\n${indent}        string shading = "clean"\n${indent}    }\n` +
      `${indent}    prepend variantSets = "shading"\n`;
  }
  out.text(
    `${index === 0 ? "" : "\n"}${indent}def Xform "${kind}_${index}" (\n` +
      `${indent}    prepend apiSchemas = ["GeomModelAPI"${random.chance(30) ? `, "CollectionAPI:lights"` : ""}]\n${metadata}` +
      `${indent})\n${indent}{\n`,
  );
  attributes(inside);
  transform(inside);

  const materials = random.between(1, 2);
  out.text(`\n${indent}    def Scope "Geom"\n${indent}    {\n`);
  const count = random.between(3, 7);
  for (let i = 0; i < count; i++) part({ ...inside, indent: `${indent}        ` }, i, random.below(materials));
  out.text(`${indent}    }\n\n${indent}    def Scope "Looks"\n${indent}    {\n`);
  for (let i = 0; i < materials; i++) material({ ...inside, indent: `${indent}        ` }, i);
  out.text(`${indent}    }\n`);
  if (variants) shadingVariants(inside);
  out.text(`${indent}}\n`);
}

function attributes({ out, random, indent }: Place): void {
  const lines = [
    `custom bool layout:locked = ${random.below(2)}`,
    `custom string layout:note = "checked by 'qa' on day ${random.below(365)}"`,
    `custom int layout:priority = ${random.below(2000) - 1000}`,
    `custom token[] layout:channels = ["beauty", "shadow", "depth"]`,
    `custom asset layout:thumbnail = @./thumbnails/${random.below(9999)}.png@`,
    `uniform token model:drawMode = "bounds"`,
    `custom int64 layout:id = ${random.below(1e9)}`,
  ];
  for (const line of lines) if (random.chance(30)) out.text(`${indent}${line}\n`);
}

function transform({ out, random, indent }: Place): void {
  if (random.chance(25)) {
    out.text(`${indent}matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (`);
    for (let i = 0; i < 3; i++) {
      out.float(random, 3);
      out.text(", ");
    }
    out.text(`1) )\n${indent}uniform token[] xformOpOrder = ["xformOp:transform"]\n`);
    return;
  }
  out.text(
    `${indent}float3 xformOp:rotateXYZ = (0, ${random.below(720) / 2}, 0)\n${indent}double3 xformOp:translate = `,
  );
  out.tuple(random, 3, 3);
  out.text(`\n${indent}uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]\n`);
}

/** A mesh of one quad and its holder, or a plain Xform: most prims of a set have few values. */
function part(place: Place, index: number, look: number): void {
  const { out, random, indent, path } = place;
  if (random.chance(55)) {
    out.text(`${index === 0 ? "" : "\n"}${indent}def Xform "part_${index}"\n${indent}{\n`);
    if (random.chance(60)) transform({ ...place, indent: `${indent}    ` });
    if (random.chance(20)) out.text(`${indent}    token visibility = "invisible"\n`);
    out.text(`${indent}}\n`);
    return;
  }
  out.text(
    `${index === 0 ? "" : "\n"}${indent}def Mesh "part_${index}" (\n${indent}    prepend apiSchemas = ["MaterialBindingAPI"]\n` +
      `${indent})\n${indent}{\n${indent}    uniform bool doubleSided = 1\n${indent}    int[] faceVertexCounts = [4]\n` +
      `${indent}    int[] faceVertexIndices = [0, 1, 2, 3]\n` +
      `${indent}    rel material:binding = <${path}/Looks/mat_${look}>\n${indent}    point3f[] points = `,
  );
  out.floats(random, 4, 3, 1);
  out.text("\n");
  if (random.chance(60)) {
    out.text(`${indent}    color3f[] primvars:displayColor = [(0.18, ${random.below(100) / 100}, 0.5)] (\n`);
    out.text(`${indent}        interpolation = "constant"\n${indent}    )\n`);
  }
  if (random.chance(30)) out.text(`${indent}    uniform token subdivisionScheme = "none"\n`);
  out.text(`${indent}}\n`);
}

function material({ out, random, indent, path }: Place, index: number): void {
  const name = `${path}/Looks/mat_${index}`;
  out.text(
    `${index === 0 ? "" : "\n"}${indent}def Material "mat_${index}"\n${indent}{\n` +
      `${indent}    token outputs:surface.connect = <${name}/surface.outputs:surface>\n\n` +
      `${indent}    def Shader "surface"\n${indent}    {\n${indent}        uniform token info:id = "UsdPreviewSurface"\n` +
      `${indent}        color3f inputs:diffuseColor.connect = <${name}/texture.outputs:rgb>\n` +
      `${indent}        float inputs:metallic = 0\n${indent}        float inputs:roughness = ${random.below(100) / 100}\n` +
      `${indent}        token outputs:surface\n${indent}    }\n\n` +
      `${indent}    def Shader "texture"\n${indent}    {\n${indent}        uniform token info:id = "UsdUVTexture"\n` +
      `${indent}        asset inputs:file = @./textures/${random.below(500)}_diffuse.png@ (\n` +
      `${indent}            colorSpace = "sRGB"\n${indent}        )\n` +
      `${indent}        token inputs:wrapS = "repeat"\n${indent}        float3 outputs:rgb\n${indent}    }\n${indent}}\n`,
  );
}

function shadingVariants({ out, indent, path }: Place): void {
  out.text(`${indent}variantSet "shading" = {\n`);
  for (const [index, name] of ["clean", "worn"].entries()) {
    out.text(
      `${indent}    "${name}" {\n${indent}        over "Geom"\n${indent}        {\n` +
        `${indent}            rel material:binding = <${path}/Looks/mat_${index}>\n${indent}        }\n\n${indent}    }\n`,
    );
  }
  out.text(`${indent}}\n`);
}
