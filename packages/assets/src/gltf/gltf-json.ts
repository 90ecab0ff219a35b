/**
 * Validates the JSON of a glTF: the fields used have the types of the format. Whether indices are valid is checked
 * separately. Fields that are not listed here are removed and never reach the decoder.
 */
import * as z from "zod";
import { AssetError } from "../errors/asset-error.ts";
import { checkVersion } from "./check-gltf.ts";
import type { Gltf } from "./gltf-types.ts";

const index = z.int().min(0);
const count = z.int().min(0);
const numbers = (length: number): z.ZodArray<z.ZodNumber> => z.array(z.number()).length(length);

/** `KHR_meshopt_compression` has the same members as its predecessor `EXT_meshopt_compression`; both are read as that one. */
function meshoptExtensions<T extends z.ZodType>(
  content: T,
): z.ZodPipe<
  z.ZodObject<{ EXT_meshopt_compression: z.ZodOptional<T>; KHR_meshopt_compression: z.ZodOptional<T> }>,
  z.ZodTransform<
    { EXT_meshopt_compression?: z.output<T> | undefined },
    { EXT_meshopt_compression?: z.output<T> | undefined; KHR_meshopt_compression?: z.output<T> | undefined }
  >
> {
  return z
    .object({ EXT_meshopt_compression: content.optional(), KHR_meshopt_compression: content.optional() })
    .transform((extensions) => ({
      EXT_meshopt_compression: extensions.KHR_meshopt_compression ?? extensions.EXT_meshopt_compression,
    }));
}

const meshoptView = z.object({
  buffer: index,
  byteOffset: count.default(0),
  byteLength: count,
  byteStride: z.int().min(1).max(256),
  count,
  mode: z.enum(["ATTRIBUTES", "TRIANGLES", "INDICES"]),
  filter: z.enum(["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"]).optional(),
});

const bufferView = z.object({
  buffer: index,
  byteOffset: count.default(0),
  byteLength: count,
  byteStride: z.int().min(1).max(252).optional(),
  extensions: meshoptExtensions(meshoptView).optional(),
});

const componentType = z.literal([5120, 5121, 5122, 5123, 5125, 5126]);

const accessor = z.object({
  bufferView: index.optional(),
  byteOffset: count.default(0),
  componentType,
  normalized: z.boolean().default(false),
  count,
  type: z.enum(["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]),
  sparse: z
    .object({
      count,
      indices: z.object({
        bufferView: index,
        byteOffset: count.default(0),
        componentType: z.literal([5121, 5123, 5125]),
      }),
      values: z.object({ bufferView: index, byteOffset: count.default(0) }),
    })
    .optional(),
});

const attributes = z.record(z.string(), index);

const primitive = z.object({
  attributes,
  indices: index.optional(),
  material: index.optional(),
  mode: z.int().min(0).max(6).default(4),
  targets: z.array(attributes).default([]),
  extensions: z
    .object({
      KHR_draco_mesh_compression: z.object({ bufferView: index, attributes }).optional(),
      KHR_gaussian_splatting: z
        .object({ kernel: z.string().default("ellipse"), colorSpace: z.string().default("srgb_rec709_display") })
        .optional(),
      KHR_materials_variants: z
        .object({ mappings: z.array(z.object({ variants: z.array(index), material: index })) })
        .optional(),
    })
    .optional(),
});

const textureInfo = z.object({
  index,
  texCoord: index.default(0),
  extensions: z
    .object({
      KHR_texture_transform: z
        .object({
          offset: numbers(2).default([0, 0]),
          rotation: z.number().default(0),
          scale: numbers(2).default([1, 1]),
          texCoord: index.optional(),
        })
        .optional(),
    })
    .optional(),
});

const scaledTexture = textureInfo.extend({ scale: z.number().default(1) });

const material = z.object({
  name: z.string().default(""),
  pbrMetallicRoughness: z
    .object({
      baseColorFactor: numbers(4).default([1, 1, 1, 1]),
      baseColorTexture: textureInfo.optional(),
      metallicFactor: z.number().default(1),
      roughnessFactor: z.number().default(1),
      metallicRoughnessTexture: textureInfo.optional(),
    })
    .optional(),
  normalTexture: scaledTexture.optional(),
  occlusionTexture: textureInfo.extend({ strength: z.number().default(1) }).optional(),
  emissiveFactor: numbers(3).default([0, 0, 0]),
  emissiveTexture: textureInfo.optional(),
  alphaMode: z.enum(["OPAQUE", "MASK", "BLEND"]).default("OPAQUE"),
  alphaCutoff: z.number().default(0.5),
  doubleSided: z.boolean().default(false),
  extensions: z
    .object({
      KHR_materials_unlit: z.unknown().optional(),
      KHR_materials_pbrSpecularGlossiness: z
        .object({
          diffuseFactor: numbers(4).default([1, 1, 1, 1]),
          diffuseTexture: textureInfo.optional(),
          specularFactor: numbers(3).default([1, 1, 1]),
          glossinessFactor: z.number().default(1),
          specularGlossinessTexture: textureInfo.optional(),
        })
        .optional(),
      KHR_materials_emissive_strength: z.object({ emissiveStrength: z.number().default(1) }).optional(),
      KHR_materials_ior: z.object({ ior: z.number().default(1.5) }).optional(),
      KHR_materials_dispersion: z.object({ dispersion: z.number().default(0) }).optional(),
      KHR_materials_specular: z
        .object({
          specularFactor: z.number().default(1),
          specularTexture: textureInfo.optional(),
          specularColorFactor: numbers(3).default([1, 1, 1]),
          specularColorTexture: textureInfo.optional(),
        })
        .optional(),
      KHR_materials_transmission: z
        .object({ transmissionFactor: z.number().default(0), transmissionTexture: textureInfo.optional() })
        .optional(),
      KHR_materials_volume: z
        .object({
          thicknessFactor: z.number().default(0),
          thicknessTexture: textureInfo.optional(),
          attenuationDistance: z.number().optional(),
          attenuationColor: numbers(3).default([1, 1, 1]),
        })
        .optional(),
      KHR_materials_clearcoat: z
        .object({
          clearcoatFactor: z.number().default(0),
          clearcoatTexture: textureInfo.optional(),
          clearcoatRoughnessFactor: z.number().default(0),
          clearcoatRoughnessTexture: textureInfo.optional(),
          clearcoatNormalTexture: scaledTexture.optional(),
        })
        .optional(),
      KHR_materials_sheen: z
        .object({
          sheenColorFactor: numbers(3).default([0, 0, 0]),
          sheenColorTexture: textureInfo.optional(),
          sheenRoughnessFactor: z.number().default(0),
          sheenRoughnessTexture: textureInfo.optional(),
        })
        .optional(),
      KHR_materials_iridescence: z
        .object({
          iridescenceFactor: z.number().default(0),
          iridescenceTexture: textureInfo.optional(),
          iridescenceIor: z.number().default(1.3),
          iridescenceThicknessMinimum: z.number().default(100),
          iridescenceThicknessMaximum: z.number().default(400),
          iridescenceThicknessTexture: textureInfo.optional(),
        })
        .optional(),
      KHR_materials_anisotropy: z
        .object({
          anisotropyStrength: z.number().default(0),
          anisotropyRotation: z.number().default(0),
          anisotropyTexture: textureInfo.optional(),
        })
        .optional(),
    })
    .optional(),
});

const light = z.object({
  // Lights of types that the extension does not define are left out.
  type: z.string(),
  color: numbers(3).default([1, 1, 1]),
  intensity: z.number().min(0).default(1),
  range: z.number().positive().optional(),
  spot: z.object({ innerConeAngle: z.number().default(0), outerConeAngle: z.number().default(Math.PI / 4) }).optional(),
});

const animation = z.object({
  name: z.string().default(""),
  channels: z.array(z.object({ sampler: index, target: z.object({ node: index.optional(), path: z.string() }) })),
  samplers: z.array(
    z.object({
      input: index,
      output: index,
      interpolation: z.enum(["LINEAR", "STEP", "CUBICSPLINE"]).default("LINEAR"),
    }),
  ),
});

const wrap = z.literal([33071, 33648, 10497]).default(10497);

const asset = z.object({ version: z.string(), minVersion: z.string().optional() });
const versioned = z.object({ asset });

const gltf = z.object({
  asset,
  extensionsUsed: z.array(z.string()).default([]),
  extensionsRequired: z.array(z.string()).default([]),
  scene: index.optional(),
  scenes: z.array(z.object({ nodes: z.array(index).default([]) })).default([]),
  nodes: z
    .array(
      z.object({
        children: z.array(index).default([]),
        mesh: index.optional(),
        skin: index.optional(),
        weights: z.array(z.number()).optional(),
        matrix: numbers(16).optional(),
        translation: numbers(3).optional(),
        rotation: numbers(4).optional(),
        scale: numbers(3).optional(),
        extensions: z
          .object({
            EXT_mesh_gpu_instancing: z.object({ attributes }).optional(),
            KHR_lights_punctual: z.object({ light: index }).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  meshes: z.array(z.object({ primitives: z.array(primitive), weights: z.array(z.number()).optional() })).default([]),
  skins: z.array(z.object({ joints: z.array(index), inverseBindMatrices: index.optional() })).default([]),
  accessors: z.array(accessor).default([]),
  bufferViews: z.array(bufferView).default([]),
  buffers: z
    .array(
      z.object({
        byteLength: count,
        uri: z.string().optional(),
        extensions: meshoptExtensions(z.object({ fallback: z.boolean().default(false) })).optional(),
      }),
    )
    .default([]),
  materials: z.array(material).default([]),
  textures: z
    .array(
      z.object({
        source: index.optional(),
        sampler: index.optional(),
        extensions: z
          .object({
            EXT_texture_webp: z.object({ source: index.optional() }).optional(),
            KHR_texture_basisu: z.object({ source: index.optional() }).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  images: z
    .array(z.object({ uri: z.string().optional(), bufferView: index.optional(), mimeType: z.string().optional() }))
    .default([]),
  samplers: z
    .array(z.object({ magFilter: z.int().optional(), minFilter: z.int().optional(), wrapS: wrap, wrapT: wrap }))
    .default([]),
  animations: z.array(animation).default([]),
  extensions: z
    .object({
      KHR_lights_punctual: z.object({ lights: z.array(light) }).optional(),
      KHR_materials_variants: z.object({ variants: z.array(z.object({ name: z.string().default("") })) }).optional(),
    })
    .optional(),
});

/** @throws AssetError if a field does not have the type that the format requires */
export function readGltfJson(json: unknown): Gltf {
  const { data, error } = gltf.safeParse(json);
  if (error === undefined) return data;
  // Files of other versions have other types: what to do about them is told by their version.
  const head = versioned.safeParse(json);
  if (head.success) checkVersion(head.data.asset);
  const [issue] = error.issues;
  const where = issue.path.reduce<string>((path, step) => {
    if (typeof step === "number") return `${path}[${step}]`;
    return path === "" ? String(step) : `${path}.${String(step)}`;
  }, "");
  throw new AssetError("malformed", `${issue.message}.`, { where: where === "" ? "JSON" : where });
}
