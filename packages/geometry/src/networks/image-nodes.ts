/** Nodes that sample images. */
import type { TextureFile, TextureWrap } from "../model/surface-material.ts";
import { componentsOfType, type NodeInputs, type NodeKind } from "./node-kind.ts";
import type { Numbers } from "./operation.ts";
import { texCoordsOf } from "./primvar-nodes.ts";
import {
  applied,
  constantValue,
  selected,
  type ImageUse,
  type PrimvarValue,
  type ShaderValue,
} from "./shader-value.ts";

const WRAPS: ReadonlyMap<string, TextureWrap> = new Map(
  Object.entries({
    repeat: "repeat",
    periodic: "repeat",
    mirror: "mirror",
    clamp: "clamp",
    black: "black",
    constant: "black",
  }),
);
/** Values of `sourceColorSpace`; "" without one. */
const COLOR_SPACES: ReadonlySet<string> = new Set(["", "auto", "raw", "sRGB"]);
const OUTPUTS: ReadonlyMap<string, readonly number[]> = new Map([
  ["r", [0]],
  ["g", [1]],
  ["b", [2]],
  ["a", [3]],
  ["rgb", [0, 1, 2]],
  ["rgba", [0, 1, 2, 3]],
]);
const ALL = [0, 1, 2, 3];

function withoutTexture(inputs: NodeInputs, property: string, message: string): undefined {
  inputs.problem(property, `${message}: it is drawn without the texture`);
}

function fileOf(inputs: NodeInputs): TextureFile | undefined {
  return inputs.file ?? withoutTexture(inputs, "inputs:file", "Expected the path of an image");
}

/** Returns coordinates that are a primvar, moved at most. */
function coordinatesOf(inputs: NodeInputs, value: ShaderValue, property: string): PrimvarValue | undefined {
  if (value.kind === "primvar") return value;
  return withoutTexture(
    inputs,
    property,
    "Expected texture coordinates of the surface, scaled, turned and moved at most",
  );
}

/** Returns the texels of an image, four of each. */
function texelsOf(image: ImageUse, scale: Numbers = [1, 1, 1, 1], bias: Numbers = [0, 0, 0, 0]): ShaderValue {
  return { kind: "texels", image, channels: ALL, scale, bias };
}

function wrapOf(inputs: NodeInputs, name: string): TextureWrap {
  const wrap = inputs.text(name);
  const found = WRAPS.get(wrap);
  if (found === undefined && wrap !== "" && wrap !== "useMetadata") {
    const expected = `Expected ${[...WRAPS.keys()].join(", ")} or useMetadata, found ${JSON.stringify(wrap)}`;
    inputs.problem(`inputs:${name}`, `${expected}: the image repeats`);
  }
  return found ?? "repeat";
}

const uvTexture: NodeKind = {
  evaluate: (inputs, { output }) => {
    const channels = OUTPUTS.get(output);
    if (channels === undefined)
      return withoutTexture(inputs, `outputs:${output}`, "Expected an output r, g, b, a or rgb");
    const file = fileOf(inputs);
    if (file === undefined) return undefined;
    const coordinates = coordinatesOf(inputs, texCoordsOf(inputs, "st"), "inputs:st");
    if (coordinates === undefined) return undefined;
    const space = inputs.text("sourceColorSpace");
    if (!COLOR_SPACES.has(space)) {
      const found = `Expected raw, sRGB or auto, found ${JSON.stringify(space)}`;
      inputs.problem("inputs:sourceColorSpace", `${found}: the image is drawn as with auto`);
    }
    const fallback = inputs.isAuthored("fallback") ? inputs.numbers("fallback", []) : [];
    const image: ImageUse = {
      file,
      coordinates,
      wrapS: wrapOf(inputs, "wrapS"),
      wrapT: wrapOf(inputs, "wrapT"),
      isPixelated: false,
      sourceColorSpace: space === "raw" || space === "sRGB" ? space : "auto",
      fallback: fallback.length === 4 ? fallback : null,
    };
    const four = (name: string, otherwise: number): Numbers => {
      const numbers = inputs.numbers(name, []);
      return numbers.length === 4 ? numbers : [otherwise, otherwise, otherwise, otherwise];
    };
    return selected(texelsOf(image, four("scale", 1), four("bias", 0)), channels);
  },
};

/** Returns the image of a MaterialX node. */
function sampled(inputs: NodeInputs, type: string, at: ShaderValue): ShaderValue | undefined {
  const file = fileOf(inputs);
  if (file === undefined) return undefined;
  const coordinates = coordinatesOf(inputs, at, "inputs:texcoord");
  if (coordinates === undefined) return undefined;
  const components = componentsOfType(type);
  const isColor = type.includes("color");
  const space = isColor ? inputs.texelSpace : "raw";
  if (space === undefined) {
    inputs.problem("inputs:file", "The color space of this image is not known: its values are used as they are");
  }
  const fallback = inputs.numbers("default", [0]);
  const image: ImageUse = {
    file,
    coordinates,
    wrapS: wrapOf(inputs, "uaddressmode"),
    wrapT: wrapOf(inputs, "vaddressmode"),
    isPixelated: inputs.text("filtertype") === "closest",
    sourceColorSpace: space ?? "raw",
    fallback: ALL.map((i) => (fallback.length === 1 ? fallback[0] : (fallback[i] ?? 1))),
  };
  return selected(texelsOf(image), ALL.slice(0, components));
}

const image: NodeKind = { evaluate: (inputs, { type }) => sampled(inputs, type, texCoordsOf(inputs)) };

const tiledImage: NodeKind = {
  evaluate: (inputs, { type }) => {
    const pair = (name: string, otherwise: number): ShaderValue =>
      constantValue(...inputs.numbers(name, [otherwise, otherwise]));
    const tiled = applied("multiply", [texCoordsOf(inputs), pair("uvtiling", 1)], 2);
    const moved = applied("subtract", [tiled, pair("uvoffset", 0)], 2);
    const sized = applied("divide", [moved, pair("realworldimagesize", 1)], 2);
    return sampled(inputs, type, applied("multiply", [sized, pair("realworldtilesize", 1)], 2));
  },
};

/** Coordinates of glTF: scaled, turned and moved about a pivot. */
function gltfPlace(inputs: NodeInputs): ShaderValue {
  const place: readonly (readonly [string, Numbers])[] = [
    ["pivot", [0, 1]],
    ["scale", [1, 1]],
    ["rotate", [0]],
    ["offset", [0, 0]],
    ["operationorder", [1]],
  ];
  const [pivot, scale, rotate, offset, order] = place.map(([name, fallback]) => inputs.numbers(name, fallback));
  const inverse = scale.map((value) => (value === 0 ? 0 : 1 / value));
  const moved = offset.map((value, i) => (i === 0 ? -value : value));
  const values = [pivot, inverse, rotate.map((value) => -value), moved, order].map((each) => constantValue(...each));
  return applied("place2d", [texCoordsOf(inputs), ...values], 2);
}

const gltfImage: NodeKind = {
  evaluate: (inputs, { type }) => {
    const texels = sampled(inputs, type, gltfPlace(inputs));
    const components = componentsOfType(type);
    return texels && applied("multiply", [texels, inputs.value("factor", [1])], components);
  },
};

/** A color of four with its alpha: the outputs `outcolor` and `outa`. */
const gltfColorImage: NodeKind = {
  evaluate: (inputs, { output }) => {
    const texels = sampled(inputs, "color4", gltfPlace(inputs));
    if (texels === undefined) return undefined;
    const colored = applied("multiply", [texels, inputs.value("color", [1, 1, 1, 1])], 4);
    const tinted = applied("multiply", [colored, inputs.value("geomcolor", [1, 1, 1, 1])], 4);
    return selected(tinted, output === "outa" ? [3] : [0, 1, 2]);
  },
};

const gltfNormalMap: NodeKind = {
  evaluate: (inputs) => {
    const texels = sampled(inputs, "vector3", gltfPlace(inputs));
    return texels && applied("normalmap", [texels, constantValue(1)], 3);
  },
};

/** Nodes that sample images. */
export const imageNodes: readonly (readonly [string, NodeKind])[] = [
  ["UsdUVTexture", uvTexture],
  ["image", image],
  ["tiledimage", tiledImage],
  ["gltf_image", gltfImage],
  ["gltf_colorimage", gltfColorImage],
  ["gltf_normalmap", gltfNormalMap],
];
