import { readGlbChunks } from "@usdkit/assets/gltf-parts";
import { describe, expect, test } from "vitest";
import { convertedStage, glbOf, meshGlb, TRIANGLE } from "../test-support/make-glb.ts";
import { usdToGltf } from "../usd-to-gltf.ts";

describe("parts that are not read", () => {
  test("extensions are reported wherever they are", async () => {
    const extensions = { EXT_other: { extensions: { EXT_inside: {} } } };
    const { losses } = await convertedStage(
      glbOf((data) => ({
        asset: { version: "2.0", extensions },
        extensions,
        extensionsUsed: ["EXT_other"],
        scenes: [{ nodes: [0, 1], extensions }],
        nodes: [{ mesh: 0, extensions }, { camera: 0 }],
        meshes: [
          {
            extensions,
            primitives: [{ attributes: { POSITION: data.accessor(TRIANGLE, "VEC3") }, material: 0, extensions }],
          },
        ],
        cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 1, extensions } }],
        samplers: [{ extensions }],
        textures: [{ sampler: 0, extensions }],
        materials: [{ pbrMetallicRoughness: { extensions, baseColorTexture: { index: 0, extensions } } }],
      })),
    );
    const message = "The extension EXT_other is not supported";
    expect(losses.filter((loss) => loss.message === message).map(({ at }) => at)).toEqual(
      [
        "",
        "/asset",
        "/scenes/0",
        "/nodes/0",
        "/meshes/0",
        "/meshes/0/primitives/0",
        "/cameras/0/perspective",
        "/samplers/0",
        "/textures/0",
        "/materials/0/pbrMetallicRoughness",
        "/materials/0/pbrMetallicRoughness/baseColorTexture",
      ].map((at) => `${at}/extensions/EXT_other`),
    );
  });

  test("extras are reported where no prim has a place for them", async () => {
    const extras = { a: 1 };
    const { losses } = await convertedStage(
      meshGlb(() => ({
        primitive: { extras },
        more: {
          extras,
          asset: { version: "2.0", extras },
          nodes: [{ mesh: 0, extras }],
          scenes: [{ nodes: [0], extras }],
          materials: [{ extras, pbrMetallicRoughness: { extras: {} } }],
          samplers: [{ extras: ["x"] }],
        },
      })),
    );
    expect(losses.map(({ at }) => at)).toEqual(["/extras", "/meshes/0/primitives/0/extras", "/samplers/0/extras"]);
    expect(losses[0].message).toContain("Extras are kept of scenes");
  });

  test("cameras and lights that cannot be converted are left out, and the others kept", async () => {
    const perspective = { yfov: 1, znear: 1 };
    const light = (i: number): object => ({ extensions: { KHR_lights_punctual: { light: i } } });
    const { stage, losses } = await convertedStage(
      glbOf(() => ({
        extensionsUsed: ["KHR_lights_punctual"],
        scenes: [{ nodes: [0, 1, 2, 3, 4] }],
        nodes: [{ camera: 0 }, { camera: 1 }, { camera: 2, name: "Kept" }, light(0), { ...light(1), name: "Lit" }],
        cameras: [
          { type: "fisheye" },
          { type: "perspective", perspective: { ...perspective, yfov: 4 } },
          { type: "perspective", perspective },
        ],
        extensions: { KHR_lights_punctual: { lights: [{ type: "area" }, { type: "point" }] } },
      })),
    );
    expect(losses.map(({ at, message }) => `${at}: ${message}`)).toEqual([
      '/cameras/0/type: Cameras of the type "fisheye" are left out: expected "perspective" or "orthographic"',
      "/cameras/1/perspective/yfov: The vertical field of view of 4 radians is not less than half a turn: the camera is left out",
      '/extensions/KHR_lights_punctual/lights/0/type: Lights of the type "area" are left out: expected "directional", "point" or "spot"',
    ]);
    const json = readGlbChunks((await usdToGltf(stage)).glb).json as Readonly<Record<string, unknown[]>>;
    expect(json["cameras"]).toHaveLength(1);
    expect(json["extensions"]).toMatchObject({ KHR_lights_punctual: { lights: [{ type: "point" }] } });
  });

  test("copyright and extras of the asset come back", async () => {
    const asset = { copyright: "me", extras: { author: "Ann", license: "CC0", year: 2026 } };
    const { stage, losses } = await convertedStage(meshGlb(() => ({ more: { asset: { version: "2.0", ...asset } } })));
    expect(losses).toEqual([]);
    expect((readGlbChunks((await usdToGltf(stage)).glb).json as { asset: unknown }).asset).toMatchObject(asset);
  });

  test("targets keep positions and normals, meshes without a skin no joints", async () => {
    const { losses } = await convertedStage(
      meshGlb((data) => {
        const POSITION = data.accessor(TRIANGLE, "VEC3");
        const VEC4 = data.accessor(new Uint8Array(12), "VEC4");
        return {
          primitive: {
            attributes: { POSITION, JOINTS_0: VEC4, WEIGHTS_0: data.accessor(new Float32Array(12), "VEC4") },
            targets: [{ POSITION, TANGENT: POSITION, COLOR_0: POSITION }],
          },
        };
      }),
    );
    expect(losses.map(({ at }) => at)).toEqual([
      "/meshes/0/primitives/0/attributes/JOINTS_0",
      "/meshes/0/primitives/0/attributes/WEIGHTS_0",
      "/meshes/0/primitives/0/targets/0/TANGENT",
      "/meshes/0/primitives/0/targets/0/COLOR_0",
    ]);
  });

  test("filters of textures that renderers do not use by themselves are reported once for each use", async () => {
    const lossesOf = async (sampler: object): Promise<readonly unknown[]> => {
      const { losses } = await convertedStage(
        meshGlb(() => ({
          primitive: { material: 0 },
          more: {
            samplers: [sampler],
            images: [{ uri: PIXEL }],
            textures: [{ source: 0, sampler: 0 }],
            materials: [
              {
                alphaMode: "BLEND",
                pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 0 } },
              },
            ],
          },
        })),
      );
      return losses.map(({ at, message }) => [at.replace(/^.*\//u, ""), /[A-Z_]{6,}|blurred/u.exec(message)?.[0]]);
    };
    for (const sampler of [{}, { minFilter: 9987 }, { magFilter: 9729 }]) expect(await lossesOf(sampler)).toEqual([]);
    for (const [minFilter, name] of [
      [9728, "NEAREST"],
      [9729, "LINEAR"],
      [9984, "NEAREST_MIPMAP_NEAREST"],
      [9985, "LINEAR_MIPMAP_NEAREST"],
      [9986, "NEAREST_MIPMAP_LINEAR"],
    ] as const) {
      expect(await lossesOf({ minFilter })).toEqual([
        ["baseColorTexture", name],
        ["metallicRoughnessTexture", name],
      ]);
    }
    expect(await lossesOf({ magFilter: 9728 })).toEqual([
      ["baseColorTexture", "blurred"],
      ["metallicRoughnessTexture", "blurred"],
    ]);
  });
});

/** A PNG of one pixel. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
