import { neutralInputs, type SurfaceInput, type SurfaceInputs, type SurfaceMaterial } from "@usdkit/geometry";
import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import type { PhysicalMaterial } from "@usdkit/assets";
import { meanChord } from "./mean-chord.ts";
import { differentInputs } from "./resolved-surface.ts";
import { surfaceLook, type SurfaceLook } from "./surface-look.ts";

const files = new Map([["empty.usda", new TextEncoder().encode("#usda 1.0\n")]]);
const [layer] = (await Stage.open("empty.usda", { resolver: memoryResolver(files) })).layers;
const image = { width: 1, height: 1, data: Uint8Array.of(10, 100, 200, 50) };

const constant = (...value: number[]): SurfaceInput => ({ value, source: null });

/** The texture above. */
function texture(channels: "rgb" | "r" | "g" | "b" | "a", fallback: readonly number[], scale = 1): SurfaceInput {
  return {
    value: fallback,
    source: {
      kind: "texture",
      file: { assetPath: "a.png", layer },
      channels,
      texCoords: "st",
      texCoordTransform: null,
      isPixelated: false,
      wrapS: "repeat",
      wrapT: "repeat",
      scale: [scale, scale, scale, scale],
      bias: [0, 0, 0, 0],
      sourceColorSpace: "auto",
    },
  };
}

function material(inputs: Partial<SurfaceInputs>, changes: Partial<SurfaceMaterial> = {}): SurfaceMaterial {
  return {
    path: "/Paint",
    inputs: { ...neutralInputs, ...inputs },
    usesSpecularWorkflow: false,
    opacityMode: "presence",
    opacityThreshold: 0,
    isThinWalled: false,
    thickness: null,
    transmissionTint: "transmissionColor",
    ...changes,
  };
}

function look(surface: SurfaceMaterial): SurfaceLook & { readonly physical: PhysicalMaterial } {
  const found = surfaceLook({ surface, colors: null, opacities: null, notDrawn: [] }, true, (use) =>
    use === null ? undefined : image,
  );
  const { physical } = found.material;
  if (physical === undefined) throw new Error("No physical material");
  return { ...found, physical };
}

test("a surface that reflects nothing and shines is unlit", () => {
  const black = { diffuseColor: constant(0, 0, 0), specularColor: constant(0, 0, 0) };
  const shining = { ...black, emissiveColor: constant(1, 0.5, 0) };
  const { material: unlit } = look(material(shining, { usesSpecularWorkflow: true }));
  expect(unlit).toMatchObject({ unlit: true, baseColor: [1, 0.5, 0, 1] });
  const { material: textured } = look(
    material({ ...black, emissiveColor: texture("rgb", [0, 0, 0]) }, { usesSpecularWorkflow: true }),
  );
  expect(textured).toMatchObject({ unlit: true, baseColor: [1, 1, 1, 1] });
  expect(textured.texture).not.toBeNull();
  const others = [
    material(shining),
    material({ ...shining, specularColor: constant(0.1, 0.1, 0.1) }, { usesSpecularWorkflow: true }),
    material({ ...shining, clearcoat: constant(1) }, { usesSpecularWorkflow: true }),
    material(black, { usesSpecularWorkflow: true }),
  ];
  for (const other of others) expect(look(other).material.unlit).toBe(false);
});

test("layers of a material are those of the renderer", () => {
  const { physical } = look(
    material({
      ior: constant(1.4),
      specular: constant(0.5),
      specularColor: constant(1, 0.5, 0.25),
      clearcoat: constant(0.75),
      clearcoatRoughness: constant(0.25),
      clearcoatIor: constant(1.75),
      sheenColor: constant(0.5, 0, 0),
      iridescence: constant(1),
      iridescenceThickness: constant(300),
      anisotropy: constant(0.5),
      anisotropyRotation: constant(0.25),
    }),
  );
  expect(physical).toMatchObject({
    ior: 1.4,
    specular: { strength: 0.5, color: [1, 0.5, 0.25] },
    clearcoat: { strength: 0.75, roughness: 0.25, ior: 1.75 },
    sheen: { color: [0.5, 0, 0], roughness: 0.3 },
    iridescence: { strength: 1, ior: 1.5, maxThickness: 300 },
    anisotropy: { strength: 0.5, rotation: Math.PI / 2 },
  });
  expect(physical.transmission).toBe(undefined);
});

test("textures of layers have the channels that the renderer reads", () => {
  const { physical, textures } = look(
    material({
      clearcoat: texture("g", [0]),
      clearcoatRoughness: texture("r", [0]),
      sheenRoughness: texture("b", [0.3]),
      sheenColor: constant(1, 1, 1),
      iridescence: constant(1),
      iridescenceThickness: texture("r", [100], 400),
      anisotropy: texture("a", [0]),
    }),
  );
  const texel = (name: keyof PhysicalMaterial["maps"]): readonly number[] =>
    Array.from(textures[physical.maps[name]?.texture ?? -1].data);
  expect(texel("clearcoat")[0]).toBe(100);
  expect(texel("clearcoatRoughness")[1]).toBe(10);
  expect(texel("sheenRoughness")[3]).toBe(200);
  expect([texel("iridescenceThickness")[1], physical.iridescence?.maxThickness]).toEqual([10, 400]);
  expect(texel("anisotropy").slice(0, 3)).toEqual([255, 128, 50]);
  expect([physical.clearcoat?.strength, physical.anisotropy?.strength]).toEqual([1, 1]);
});

test("the specular workflow has the roughness of a texture, and emitted light may exceed 1", () => {
  const { physical, textures } = look(
    material(
      {
        specularColor: constant(0.5, 0.5, 0.5),
        roughness: texture("r", [0.5]),
        emissiveColor: texture("rgb", [0, 0, 0], 8),
      },
      { usesSpecularWorkflow: true },
    ),
  );
  expect(physical.glossy).toEqual({ color: [0.5, 0.5, 0.5], glossiness: 1 });
  expect(textures[physical.maps.glossy?.texture ?? -1].data[3]).toBe(255 - 10);
  expect(physical.emissive).toEqual([8, 8, 8]);
  expect(textures[physical.maps.emissive?.texture ?? -1].data).toBe(image.data);
});

test("light that passes is tinted at the surface, or by the volume below it", () => {
  const passing = { transmission: constant(1), transmissionColor: constant(1, 0, 0) };
  const surface = look(material(passing));
  expect(surface.material.baseColor).toEqual([1, 0, 0, 1]);
  expect([surface.physical.volume?.thickness, surface.isThickAsShape]).toEqual([1, true]);
  const volume = look(material({ ...passing, transmissionDepth: constant(2) }));
  expect(volume.material.baseColor).toEqual([1, 1, 1, 1]);
  expect(volume.physical.volume).toEqual({ thickness: 1, attenuationColor: [1, 0, 0], attenuationDistance: 2 });
  const gltf = look(material(passing, { transmissionTint: "diffuseColor", thickness: 0.5 }));
  expect(gltf.material.baseColor).toEqual([0.18, 0.18, 0.18, 1]);
  expect([gltf.physical.volume?.thickness, gltf.isThickAsShape]).toEqual([0.5, false]);
  expect(look(material(passing, { isThinWalled: true })).physical.volume).toBe(undefined);
});

test("what is drawn in another way is named", () => {
  const names = (surface: SurfaceMaterial): readonly string[] => differentInputs(surface).map(({ name }) => name);
  expect(names(material({ clearcoat: constant(1), sheenColor: constant(1, 1, 1), ior: constant(2) }))).toEqual([]);
  expect(
    names(material({ ior: texture("r", [1.5]), diffuseRoughness: constant(1), subsurface: texture("r", [0]) })),
  ).toEqual(["diffuseRoughness", "subsurface", "subsurface", "ior"]);
});

test("the mean chord of a box is that of Cauchy, and of a sheet 0", () => {
  const corners = Array.from({ length: 8 }, (_, i) => [5 + (i & 1) * 2, i & 2, (i & 4) / 2]).flat();
  const faces = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
  ];
  // Of a cube with sides of 2: 4 · 8 / 24.
  expect(meanChord(Float32Array.from(corners), Uint32Array.from(faces))).toBeCloseTo(4 / 3, 6);
  expect(meanChord(Float32Array.from(corners.slice(0, 12)), Uint32Array.from(faces.slice(0, 6)))).toBe(0);
  expect(meanChord(new Float32Array(), new Uint32Array())).toBe(0);
});
