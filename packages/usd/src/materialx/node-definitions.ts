/** The names of node definitions of MaterialX, their types, and the inputs of surfaces. */
import type { XmlElement } from "./read-xml.ts";

/** Types of MaterialX by name; others are tokens. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["boolean", "bool"],
  ["integer", "int"],
  ["float", "float"],
  ["color2", "float2"],
  ["color3", "color3f"],
  ["color4", "color4f"],
  ["vector2", "float2"],
  ["vector3", "float3"],
  ["vector4", "float4"],
  ["matrix33", "matrix3d"],
  ["matrix44", "matrix4d"],
  ["string", "string"],
  ["filename", "asset"],
  ["geomname", "string"],
  ["surfaceshader", "token"],
]);

/** Returns the type name in USD of a type of MaterialX; undefined if there is none. */
export function usdType(type: string): string | undefined {
  const element = type.endsWith("array") ? type.slice(0, -"array".length) : type;
  const known = TYPES.get(element);
  return known === undefined || element === type ? known : `${known}[]`;
}

/** Returns the value of an attribute of an element; "" without one. */
export function attributeOf(element: XmlElement, name: string): string {
  return element.attributes.get(name) ?? "";
}

/** Returns the elements in another one that have a name. */
export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Inputs that decide between definitions of operators: with one that is a float, the definition ends in `FA`. */
const FACTORS: ReadonlySet<string> = new Set([
  "in2",
  "amount",
  "pivot",
  "low",
  "high",
  "inlow",
  "inhigh",
  "outlow",
  "outhigh",
  "gamma",
  "amplitude",
]);
const OPERATORS: ReadonlySet<string> = new Set([
  "add",
  "subtract",
  "multiply",
  "divide",
  "modulo",
  "power",
  "safepower",
  "min",
  "max",
  "invert",
  "clamp",
  "contrast",
  "range",
  "remap",
  "smoothstep",
  "noise2d",
  "noise3d",
  "fractal2d",
  "fractal3d",
]);
/** Definitions that have no type in their names. */
const UNTYPED: ReadonlyMap<string, string> = new Map([
  ["surface", "ND_surface"],
  ["surface_unlit", "ND_surface_unlit"],
  ["volume", "ND_volume"],
  ["light", "ND_light"],
  ["disney_principled", "ND_disney_principled"],
  ["UsdUVTexture", "ND_UsdUVTexture_23"],
  ["UsdTransform2d", "ND_UsdTransform2d"],
  ["gltf_colorimage", "ND_gltf_colorimage"],
  ["gltf_normalmap", "ND_gltf_normalmap_vector3_1_0"],
  ["artistic_ior", "ND_artistic_ior"],
]);
/** Definitions with the type of an input in their names, and that of their value after it where `isBoth`. */
const BY_INPUT: ReadonlyMap<string, { readonly input: string; readonly isBoth: boolean }> = new Map([
  ["convert", { input: "in", isBoth: true }],
  ["swizzle", { input: "in", isBoth: true }],
  ["extract", { input: "in", isBoth: false }],
  ["separate2", { input: "in", isBoth: false }],
  ["separate3", { input: "in", isBoth: false }],
  ["separate4", { input: "in", isBoth: false }],
  ["dotproduct", { input: "in1", isBoth: false }],
  ["magnitude", { input: "in", isBoth: false }],
  ["distance", { input: "in1", isBoth: false }],
]);

/** Returns the type that an input of a node declares; "" if it does not author the input. */
function inputType(node: XmlElement, name: string): string {
  const input = childrenOf(node, "input").find((each) => attributeOf(each, "name") === name);
  return input === undefined ? "" : attributeOf(input, "type");
}

/** Returns the name of the definition of a node of the standard library, as the types of its inputs decide. */
export function definitionOf(node: XmlElement): string {
  const authored = attributeOf(node, "nodedef");
  if (authored !== "") return authored;
  const { name: category } = node;
  const type = attributeOf(node, "type");
  const untyped = UNTYPED.get(category);
  if (untyped !== undefined) return untyped;
  if (category === "standard_surface" && attributeOf(node, "version") === "1.0.0") return `ND_${category}_${type}_100`;
  const byInput = BY_INPUT.get(category);
  if (byInput !== undefined) {
    const from = inputType(node, byInput.input);
    return byInput.isBoth ? `ND_${category}_${from}_${type}` : `ND_${category}_${from}`;
  }
  switch (category) {
    case "normalmap":
      return `ND_normalmap_${inputType(node, "scale") || "vector2"}`;
    case "gltf_image":
      return `ND_gltf_image_${type}_${type}_1_0`;
    case "combine2": {
      if (type === "color4") return "ND_combine2_color4CF";
      if (type !== "vector4") break;
      return inputType(node, "in2") === "float" ? "ND_combine2_vector4VF" : "ND_combine2_vector4VV";
    }
    // oxlint-disable-next-line no-fallthrough -- ends above
    case "ifgreater":
    case "ifgreatereq":
    case "ifequal": {
      const suffix = new Map([
        ["integer", "I"],
        ["boolean", "B"],
      ]).get(inputType(node, "value1"));
      return `ND_${category}_${type}${suffix ?? ""}`;
    }
    case "switch":
      return `ND_switch_${type}${inputType(node, "which") === "integer" ? "I" : ""}`;
    case "mix":
      return inputType(node, "mix") === type && type !== "float" ? `ND_mix_${type}_${type}` : `ND_mix_${type}`;
  }
  const isFactor = childrenOf(node, "input").some(
    (input) => FACTORS.has(attributeOf(input, "name")) && attributeOf(input, "type") === "float",
  );
  // Bounds that are not authored are numbers.
  const isBounded =
    category === "clamp" && childrenOf(node, "input").every((input) => attributeOf(input, "name") === "in");
  const suffix = OPERATORS.has(category) && type !== "float" && (isFactor || isBounded) ? "FA" : "";
  return `ND_${category}_${type}${suffix}`;
}

const XYZW = ["outx", "outy", "outz", "outw"];
const RGBA = ["outr", "outg", "outb", "outa"];

/** An input or output of a definition: its name, and its type in MaterialX. */
export interface Port {
  readonly name: string;
  readonly type: string;
}

/** Returns the outputs of a node. */
export function outputsOf(node: XmlElement): readonly Port[] {
  const type = attributeOf(node, "type");
  const separated = /^separate([234])$/u.exec(node.name)?.[1];
  if (separated !== undefined) {
    const names = inputType(node, "in").startsWith("color") ? RGBA : XYZW;
    return names.slice(0, Number(separated)).map((name) => ({ name, type: "float" }));
  }
  switch (node.name) {
    case "UsdUVTexture":
      return [
        ...["r", "g", "b", "a"].map((name) => ({ name, type: "float" })),
        { name: "rgb", type: "color3" },
        { name: "rgba", type: "color4" },
      ];
    case "gltf_colorimage":
      return [
        { name: "outcolor", type: "color3" },
        { name: "outa", type: "float" },
      ];
    default:
      return [{ name: "out", type }];
  }
}

/** The inputs of surfaces by type, which materials have as theirs. */
const SURFACES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    "ND_standard_surface_surfaceshader",
    {
      float:
        "base diffuse_roughness metalness specular specular_roughness specular_IOR specular_anisotropy specular_rotation transmission transmission_depth transmission_scatter_anisotropy transmission_dispersion transmission_extra_roughness subsurface subsurface_scale subsurface_anisotropy sheen sheen_roughness coat coat_roughness coat_anisotropy coat_rotation coat_IOR coat_affect_color coat_affect_roughness thin_film_thickness thin_film_IOR emission",
      color3:
        "base_color specular_color transmission_color transmission_scatter subsurface_color subsurface_radius sheen_color coat_color emission_color opacity",
      vector3: "coat_normal normal tangent",
      boolean: "thin_walled",
    },
  ],
  [
    "ND_open_pbr_surface_surfaceshader",
    {
      float:
        "base_weight base_diffuse_roughness base_metalness specular_weight specular_roughness specular_ior specular_roughness_anisotropy transmission_weight transmission_depth transmission_scatter_anisotropy transmission_dispersion_scale transmission_dispersion_abbe_number subsurface_weight subsurface_radius subsurface_scatter_anisotropy fuzz_weight fuzz_roughness coat_weight coat_roughness coat_roughness_anisotropy coat_ior coat_darkening thin_film_weight thin_film_thickness thin_film_ior emission_luminance geometry_opacity",
      color3:
        "base_color specular_color transmission_color transmission_scatter subsurface_color subsurface_radius_scale fuzz_color coat_color emission_color",
      vector3: "geometry_normal geometry_coat_normal geometry_tangent geometry_coat_tangent",
      boolean: "geometry_thin_walled",
    },
  ],
  [
    "ND_gltf_pbr_surfaceshader",
    {
      float:
        "metallic roughness occlusion transmission specular ior alpha alpha_cutoff iridescence iridescence_ior iridescence_thickness sheen_roughness clearcoat clearcoat_roughness emissive_strength thickness attenuation_distance anisotropy_strength anisotropy_rotation dispersion",
      color3: "base_color specular_color sheen_color emissive attenuation_color",
      vector3: "normal tangent clearcoat_normal",
      integer: "alpha_mode",
    },
  ],
  [
    "ND_UsdPreviewSurface_surfaceshader",
    {
      float: "metallic roughness clearcoat clearcoatRoughness opacity opacityThreshold ior displacement occlusion",
      color3: "diffuseColor emissiveColor specularColor",
      vector3: "normal",
      integer: "useSpecularWorkflow opacityMode",
    },
  ],
]);

/** Returns the inputs of a surface, and those that a node authors besides. */
export function inputsOf(node: XmlElement): readonly Port[] {
  const known = Object.entries(SURFACES.get(definitionOf(node)) ?? {}).flatMap(([type, names]) =>
    names.split(" ").map((name) => ({ name, type })),
  );
  const names = new Set(known.map(({ name }) => name));
  const authored = childrenOf(node, "input").map((input) => ({
    name: attributeOf(input, "name"),
    type: attributeOf(input, "type"),
  }));
  return [...known, ...authored.filter(({ name }) => !names.has(name))];
}
