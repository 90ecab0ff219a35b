import sharp from "sharp";
import { expect, test } from "vitest";
import { GlbData } from "@usdkit/test-files/plain-glb";
import type { MeshAsset } from "../model/asset.ts";
import { loadAsset } from "../load/load-asset.ts";

const texture = { index: 0 };

test("extensions of materials are layers, with their textures", async () => {
  const data = new GlbData();
  const POSITION = data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), "VEC3");
  const TEXCOORD_0 = data.accessor(new Float32Array([0, 0, 1, 0, 0, 1]), "VEC2");
  const pixels = new Uint8Array([255, 0, 0, 128]);
  const png = await sharp(pixels, { raw: { width: 1, height: 1, channels: 4 } })
    .png()
    .toBuffer();
  const extensions = {
    KHR_materials_ior: { ior: 1.8 },
    KHR_materials_dispersion: { dispersion: 0.5 },
    KHR_materials_specular: { specularFactor: 0.5, specularColorFactor: [1, 0, 0], specularTexture: texture },
    KHR_materials_transmission: { transmissionFactor: 1, transmissionTexture: texture },
    KHR_materials_volume: { thicknessFactor: 2, attenuationColor: [0, 1, 0], attenuationDistance: 3 },
    KHR_materials_clearcoat: { clearcoatFactor: 0.7, clearcoatNormalTexture: { ...texture, scale: 0.3 } },
    KHR_materials_sheen: { sheenColorFactor: [0, 0, 1], sheenRoughnessFactor: 0.6, sheenColorTexture: texture },
    KHR_materials_iridescence: { iridescenceFactor: 1, iridescenceThicknessTexture: texture },
    KHR_materials_anisotropy: { anisotropyStrength: 0.4, anisotropyRotation: 1 },
  };
  const bytes = data.glb({
    meshes: [{ primitives: [{ attributes: { POSITION, TEXCOORD_0 }, material: 0 }] }],
    nodes: [{ mesh: 0, scale: [1, 2, 3] }],
    materials: [{ extensions }],
    images: [{ bufferView: data.view(png), mimeType: "image/png" }],
    textures: [{ source: 0 }],
    accessors: data.accessors,
    bufferViews: data.bufferViews,
  });
  const { materials, textures, parts } = (await loadAsset(bytes)) as MeshAsset;
  expect(textures).toHaveLength(1);
  expect(materials[0].physical).toMatchObject({
    ior: 1.8,
    dispersion: 0.5,
    specular: { strength: 0.5, color: [1, 0, 0] },
    transmission: 1,
    volume: { thickness: 2, attenuationColor: [0, 1, 0], attenuationDistance: 3 },
    clearcoat: { strength: 0.7, roughness: 0, normalScale: 0.3 },
    sheen: { color: [0, 0, 1], roughness: 0.6 },
    iridescence: { strength: 1, ior: 1.3, minThickness: 100, maxThickness: 400 },
    anisotropy: { strength: 0.4, rotation: 1 },
  });
  const names = ["specularStrength", "transmission", "clearcoatNormal", "sheenColor", "iridescenceThickness"];
  expect(Object.keys(materials[0].physical?.maps ?? {})).toStrictEqual(names);
  // Thicknesses are in the space of the node.
  expect(parts[0].scale).toStrictEqual([1, 2, 3]);
});

test("tangents follow the node, and an armature that mirrors turns the triangles", async () => {
  const data = new GlbData();
  const attributes = {
    POSITION: data.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), "VEC3"),
    NORMAL: data.accessor(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), "VEC3"),
    TANGENT: data.accessor(new Float32Array([1, 0, 0, -1, 1, 0, 0, -1, 1, 0, 0, -1]), "VEC4"),
  };
  const skinned = {
    ...attributes,
    JOINTS_0: data.accessor(new Uint8Array(12), "VEC4"),
    WEIGHTS_0: data.accessor(new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]), "VEC4"),
  };
  const bytes = data.glb({
    meshes: [{ primitives: [{ attributes }] }, { primitives: [{ attributes: skinned }] }],
    nodes: [{ mesh: 0, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, { mesh: 1, skin: 0 }, { scale: [-1, 1, 1] }],
    skins: [{ joints: [2] }],
    accessors: data.accessors,
    bufferViews: data.bufferViews,
  });
  const { parts } = (await loadAsset(bytes)) as MeshAsset;
  const [x, y, z, sign] = parts[0].tangents ?? [];
  expect([x, y, z].map((value) => Math.round(value * 1e6) / 1e6 + 0)).toStrictEqual([0, 1, 0]);
  expect(sign).toBe(-1);
  expect(Array.from(parts[0].indices)).toStrictEqual([0, 1, 2]);
  expect(Array.from(parts[1].indices)).toStrictEqual([0, 2, 1]);
  expect(parts[1].normals?.[2]).toBe(1);
});
