/** The used parts of a glTF's JSON (glTF 2.0, 5), with defaults filled in. */

export type ComponentType = 5120 | 5121 | 5122 | 5123 | 5125 | 5126;
export type ElementType = "SCALAR" | "VEC2" | "VEC3" | "VEC4" | "MAT2" | "MAT3" | "MAT4";

/** Name of an attribute (`POSITION`, `TEXCOORD_0`) → index of its accessor. */
export type GltfAttributes = Readonly<Record<string, number>>;

export interface GltfMeshopt {
  readonly buffer: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride: number;
  readonly count: number;
  readonly mode: "ATTRIBUTES" | "TRIANGLES" | "INDICES";
  readonly filter?: "NONE" | "OCTAHEDRAL" | "QUATERNION" | "EXPONENTIAL" | "COLOR" | undefined;
}

export interface GltfBufferView {
  readonly buffer: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride?: number | undefined;
  readonly extensions?: { readonly EXT_meshopt_compression?: GltfMeshopt | undefined } | undefined;
}

export interface GltfAccessor {
  readonly bufferView?: number | undefined;
  readonly byteOffset: number;
  readonly componentType: ComponentType;
  readonly normalized: boolean;
  readonly count: number;
  readonly type: ElementType;
  readonly sparse?:
    | {
        readonly count: number;
        readonly indices: {
          readonly bufferView: number;
          readonly byteOffset: number;
          readonly componentType: 5121 | 5123 | 5125;
        };
        readonly values: { readonly bufferView: number; readonly byteOffset: number };
      }
    | undefined;
}

export interface GltfPrimitive {
  readonly attributes: GltfAttributes;
  readonly indices?: number | undefined;
  readonly material?: number | undefined;
  /** 0 points, 1–3 lines, 4 triangles, 5 a triangle strip, 6 a triangle fan. */
  readonly mode: number;
  /** Morph targets. */
  readonly targets: readonly GltfAttributes[];
  readonly extensions?:
    | {
        readonly KHR_draco_mesh_compression?:
          | { readonly bufferView: number; readonly attributes: GltfAttributes }
          | undefined;
        readonly KHR_gaussian_splatting?: { readonly kernel: string; readonly colorSpace: string } | undefined;
        readonly KHR_materials_variants?:
          | { readonly mappings: readonly { readonly variants: readonly number[]; readonly material: number }[] }
          | undefined;
      }
    | undefined;
}

export interface GltfMesh {
  readonly primitives: readonly GltfPrimitive[];
  readonly weights?: readonly number[] | undefined;
}

export interface GltfNode {
  readonly children: readonly number[];
  readonly mesh?: number | undefined;
  readonly skin?: number | undefined;
  readonly weights?: readonly number[] | undefined;
  readonly matrix?: readonly number[] | undefined;
  readonly translation?: readonly number[] | undefined;
  readonly rotation?: readonly number[] | undefined;
  readonly scale?: readonly number[] | undefined;
  readonly extensions?:
    | {
        readonly EXT_mesh_gpu_instancing?: { readonly attributes: GltfAttributes } | undefined;
        readonly KHR_lights_punctual?: { readonly light: number } | undefined;
      }
    | undefined;
}

export interface GltfLight {
  /** Of the extension, or another one, whose lights are left out. */
  readonly type: string;
  readonly color: readonly number[];
  readonly intensity: number;
  readonly range?: number | undefined;
  readonly spot?: { readonly innerConeAngle: number; readonly outerConeAngle: number } | undefined;
}

export interface GltfAnimation {
  readonly name: string;
  readonly channels: readonly {
    readonly sampler: number;
    readonly target: { readonly node?: number | undefined; readonly path: string };
  }[];
  readonly samplers: readonly {
    /** Accessors of times and of values. */
    readonly input: number;
    readonly output: number;
    readonly interpolation: "LINEAR" | "STEP" | "CUBICSPLINE";
  }[];
}

export interface GltfTextureInfo {
  readonly index: number;
  readonly texCoord: number;
  readonly extensions?:
    | {
        readonly KHR_texture_transform?:
          | {
              readonly offset: readonly number[];
              readonly rotation: number;
              readonly scale: readonly number[];
              readonly texCoord?: number | undefined;
            }
          | undefined;
      }
    | undefined;
}

export interface GltfScaledTexture extends GltfTextureInfo {
  readonly scale: number;
}

export interface GltfMaterial {
  readonly name: string;
  readonly pbrMetallicRoughness?:
    | {
        readonly baseColorFactor: readonly number[];
        readonly baseColorTexture?: GltfTextureInfo | undefined;
        readonly metallicFactor: number;
        readonly roughnessFactor: number;
        readonly metallicRoughnessTexture?: GltfTextureInfo | undefined;
      }
    | undefined;
  readonly normalTexture?: GltfScaledTexture | undefined;
  readonly occlusionTexture?: (GltfTextureInfo & { readonly strength: number }) | undefined;
  readonly emissiveFactor: readonly number[];
  readonly emissiveTexture?: GltfTextureInfo | undefined;
  readonly alphaMode: "OPAQUE" | "MASK" | "BLEND";
  readonly alphaCutoff: number;
  readonly doubleSided: boolean;
  readonly extensions?: GltfMaterialExtensions | undefined;
}

export interface GltfMaterialExtensions {
  readonly KHR_materials_unlit?: unknown;
  readonly KHR_materials_pbrSpecularGlossiness?:
    | {
        readonly diffuseFactor: readonly number[];
        readonly diffuseTexture?: GltfTextureInfo | undefined;
        readonly specularFactor: readonly number[];
        readonly glossinessFactor: number;
        readonly specularGlossinessTexture?: GltfTextureInfo | undefined;
      }
    | undefined;
  readonly KHR_materials_emissive_strength?: { readonly emissiveStrength: number } | undefined;
  readonly KHR_materials_ior?: { readonly ior: number } | undefined;
  readonly KHR_materials_dispersion?: { readonly dispersion: number } | undefined;
  readonly KHR_materials_specular?:
    | {
        readonly specularFactor: number;
        readonly specularTexture?: GltfTextureInfo | undefined;
        readonly specularColorFactor: readonly number[];
        readonly specularColorTexture?: GltfTextureInfo | undefined;
      }
    | undefined;
  readonly KHR_materials_transmission?:
    | { readonly transmissionFactor: number; readonly transmissionTexture?: GltfTextureInfo | undefined }
    | undefined;
  readonly KHR_materials_volume?:
    | {
        readonly thicknessFactor: number;
        readonly thicknessTexture?: GltfTextureInfo | undefined;
        readonly attenuationDistance?: number | undefined;
        readonly attenuationColor: readonly number[];
      }
    | undefined;
  readonly KHR_materials_clearcoat?:
    | {
        readonly clearcoatFactor: number;
        readonly clearcoatTexture?: GltfTextureInfo | undefined;
        readonly clearcoatRoughnessFactor: number;
        readonly clearcoatRoughnessTexture?: GltfTextureInfo | undefined;
        readonly clearcoatNormalTexture?: GltfScaledTexture | undefined;
      }
    | undefined;
  readonly KHR_materials_sheen?:
    | {
        readonly sheenColorFactor: readonly number[];
        readonly sheenColorTexture?: GltfTextureInfo | undefined;
        readonly sheenRoughnessFactor: number;
        readonly sheenRoughnessTexture?: GltfTextureInfo | undefined;
      }
    | undefined;
  readonly KHR_materials_iridescence?:
    | {
        readonly iridescenceFactor: number;
        readonly iridescenceTexture?: GltfTextureInfo | undefined;
        readonly iridescenceIor: number;
        readonly iridescenceThicknessMinimum: number;
        readonly iridescenceThicknessMaximum: number;
        readonly iridescenceThicknessTexture?: GltfTextureInfo | undefined;
      }
    | undefined;
  readonly KHR_materials_anisotropy?:
    | {
        readonly anisotropyStrength: number;
        readonly anisotropyRotation: number;
        readonly anisotropyTexture?: GltfTextureInfo | undefined;
      }
    | undefined;
}

export interface GltfTexture {
  readonly source?: number | undefined;
  readonly sampler?: number | undefined;
  readonly extensions?:
    | {
        readonly EXT_texture_webp?: { readonly source?: number | undefined } | undefined;
        readonly KHR_texture_basisu?: { readonly source?: number | undefined } | undefined;
      }
    | undefined;
}

export interface GltfImage {
  readonly uri?: string | undefined;
  readonly bufferView?: number | undefined;
  readonly mimeType?: string | undefined;
}

export interface GltfSampler {
  readonly magFilter?: number | undefined;
  readonly minFilter?: number | undefined;
  readonly wrapS: 33071 | 33648 | 10497;
  readonly wrapT: 33071 | 33648 | 10497;
}

export interface GltfBuffer {
  readonly byteLength: number;
  readonly uri?: string | undefined;
  readonly extensions?: { readonly EXT_meshopt_compression?: { readonly fallback: boolean } | undefined } | undefined;
}

export interface Gltf {
  readonly asset: { readonly version: string; readonly minVersion?: string | undefined };
  readonly extensionsUsed: readonly string[];
  readonly extensionsRequired: readonly string[];
  readonly scene?: number | undefined;
  readonly scenes: readonly { readonly nodes: readonly number[] }[];
  readonly nodes: readonly GltfNode[];
  readonly meshes: readonly GltfMesh[];
  readonly skins: readonly { readonly joints: readonly number[]; readonly inverseBindMatrices?: number | undefined }[];
  readonly accessors: readonly GltfAccessor[];
  readonly bufferViews: readonly GltfBufferView[];
  readonly buffers: readonly GltfBuffer[];
  readonly materials: readonly GltfMaterial[];
  readonly textures: readonly GltfTexture[];
  readonly images: readonly GltfImage[];
  readonly samplers: readonly GltfSampler[];
  readonly animations: readonly GltfAnimation[];
  readonly extensions?:
    | {
        readonly KHR_lights_punctual?: { readonly lights: readonly GltfLight[] } | undefined;
        readonly KHR_materials_variants?: { readonly variants: readonly { readonly name: string }[] } | undefined;
      }
    | undefined;
}
