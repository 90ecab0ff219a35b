import { XformCache, XformQueries, stageMetrics, pointInstances } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import { convertedStage, glbOf, meshGlb, TRIANGLE } from "./test-support/make-glb.ts";
import { prim, prims, value } from "./test-support/read-stage.ts";

describe("the tree", () => {
  test("has a prim for each node, with its transform, in metres and with y up", async () => {
    const { stage, losses } = await convertedStage(
      glbOf((data) => ({
        asset: { version: "2.0", copyright: "me" },
        scene: 0,
        scenes: [{ name: "Café", nodes: [0] }],
        nodes: [
          { name: "Top", translation: [1, 2, 3], children: [1, 2] },
          { name: "Turned", rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [1, 2, 3], mesh: 0 },
          { name: "Sheared", matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1] },
        ],
        meshes: [{ name: "Shape", primitives: [{ attributes: { POSITION: data.accessor(TRIANGLE, "VEC3") } }] }],
      })),
    );
    expect(losses).toEqual([]);
    expect(prims(stage)).toEqual({
      "/Café": "Xform",
      "/Café/Top": "Xform",
      "/Café/Top/Turned": "Xform",
      "/Café/Top/Turned/Shape": "Mesh",
      "/Café/Top/Sheared": "Xform",
    });
    expect(stageMetrics(stage)).toMatchObject({ upAxis: "Y", metersPerUnit: 1 });
    const { reader, node } = prim(stage, "/Café/Top/Sheared");
    const cache = new XformCache(new XformQueries(reader), null);
    expect(cache.localToWorld(node)).toEqual([1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 5, 7, 9, 1]);
    const shape = reader.prim("/Café/Top/Turned/Shape");
    const matrix = shape === undefined ? [] : cache.localToWorld(shape);
    const expected = [0, 1, 0, 0, -2, 0, 0, 0, 0, 0, 3, 0, 1, 2, 3, 1];
    for (let k = 0; k < 16; k++) expect(matrix[k]).toBeCloseTo(expected[k], 6);
  });

  test("keeps names of any script, and what could not be a name as the display name", async () => {
    const names = ["椅子", "3 chairs", "3 chairs", "", "a/b"];
    const nodes = names.map((name) => ({ name, mesh: 0 }));
    const { stage, layer } = await convertedStage(
      meshGlb(() => ({ more: { nodes, scenes: [{ nodes: [0, 1, 2, 3, 4] }] } })),
    );
    const paths = Object.keys(prims(stage)).filter((path) => path.split("/").length === 3 && !path.includes("Meshes"));
    expect(paths).toEqual(["/Scene/椅子", "/Scene/_3_chairs", "/Scene/_3_chairs_1", "/Scene/Node", "/Scene/a_b"]);
    const display = layer.root.children[0].children.map(({ fields }) => fields.get("displayName")?.value);
    expect(display.slice(0, 3)).toMatchObject([undefined, { data: "3 chairs" }, { data: "3 chairs" }]);
    const { stage: ascii } = await convertedStage(
      meshGlb(() => ({ more: { nodes: [nodes[0]] } })),
      { asciiNames: true },
    );
    expect(Object.keys(prims(ascii))[1]).toBe("/Scene/Node");
  });

  test("chooses a scene, and reports the others", async () => {
    const more = {
      nodes: [{ name: "A" }, { name: "B" }],
      scenes: [
        { name: "a", nodes: [0] },
        { name: "b", nodes: [1] },
      ],
    };
    const glb = meshGlb(() => ({ more }));
    const first = await convertedStage(glb);
    expect(Object.keys(prims(first.stage))).toEqual(["/a", "/a/A"]);
    expect(first.losses).toEqual([{ at: "/scenes/1", message: "Another scene is converted" }]);
    expect(Object.keys(prims((await convertedStage(glb, { scene: "b" })).stage))).toEqual(["/b", "/b/B"]);
    await expect(convertedStage(glb, { scene: 7 })).rejects.toThrow('There is no scene 7; the file has "a", "b"');
  });

  test("textures without an image, and buffers that nothing reads, are no obstacle", async () => {
    const { stage, losses } = await convertedStage(
      meshGlb(() => ({
        primitive: { material: 0 },
        more: {
          textures: [{}],
          materials: [{ name: "Red", pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
        },
      })),
    );
    expect(losses).toEqual([{ at: "/textures/0", message: expect.stringContaining("no image") as string }]);
    expect(Object.keys(prims(stage))).toContain("/Scene/Materials/Red");
  });

  test("extras are custom data", async () => {
    const extras = { a: 1, b: 1.5, c: "x", d: [1, 2], e: [1, "a"], f: { g: true }, h: null };
    const { layer } = await convertedStage(meshGlb(() => ({ more: { nodes: [{ name: "N", extras }] } })));
    const data = layer.root.children[0].children[0].fields.get("customData")?.value;
    const entries = data?.kind === "dictionary" ? [...data.entries] : [];
    expect(entries.map(([key, each]) => [key, "type" in each ? each.type.name : each.kind])).toEqual([
      ["a", "int"],
      ["b", "double"],
      ["c", "string"],
      ["d", "int"],
      ["e", "string"],
      ["f", "dictionary"],
    ]);
  });
});

describe("meshes", () => {
  test("have all attributes, texture coordinates from the lower left", async () => {
    const { stage } = await convertedStage(
      meshGlb((data) => ({
        primitive: {
          attributes: {
            POSITION: data.accessor(TRIANGLE, "VEC3"),
            NORMAL: data.accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), "VEC3"),
            TANGENT: data.accessor(new Float32Array(12).fill(1), "VEC4"),
            TEXCOORD_0: data.accessor(Float32Array.of(0, 0, 1, 0.25, 0, 1), "VEC2"),
            TEXCOORD_1: data.accessor(Uint8Array.of(0, 255, 255, 0, 51, 51), "VEC2", { normalized: true }),
            COLOR_0: data.accessor(Float32Array.of(1, 0, 0, 0.5, 0, 1, 0, 1, 0, 0, 1, 1), "VEC4"),
            _BATCH: data.accessor(Uint16Array.of(7, 8, 9), "SCALAR"),
          },
        },
      })),
    );
    const at = "/Scene/Node/Triangle";
    const read = (name: string): unknown => value(stage, at, name);
    expect(read("points")).toEqual(Array.from(TRIANGLE));
    expect(read("faceVertexIndices")).toEqual([0, 1, 2]);
    expect(read("faceVertexCounts")).toEqual([3]);
    expect(read("extent")).toEqual([0, 0, 0, 1, 1, 0]);
    expect(read("normals")).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(read("primvars:tangents")).toEqual(Array.from({ length: 12 }, () => 1));
    expect(read("primvars:st")).toEqual([0, 1, 1, 0.75, 0, 0]);
    expect((read("primvars:st1") as number[]).map((each) => Number(each.toFixed(3)))).toEqual([0, 0, 1, 1, 0.2, 0.8]);
    expect(read("primvars:displayColor")).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(read("primvars:displayOpacity")).toEqual([0.5, 1, 1]);
    expect(read("primvars:_BATCH")).toEqual([7, 8, 9]);
    expect(read("subdivisionScheme")).toBe("none");
  });

  test.each([
    ["strips", 5, [0, 1, 2, 2, 1, 3]],
    ["fans", 6, [1, 2, 0, 2, 3, 0]],
  ])("%s become triangles", async (_, mode, expected) => {
    const square = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
    const { stage } = await convertedStage(
      meshGlb((data) => ({ primitive: { mode, attributes: { POSITION: data.accessor(square, "VEC3") } } })),
    );
    const indices = value(stage, "/Scene/Node/Triangle", "faceVertexIndices") as number[];
    const sorted = (list: number[]): string[] =>
      [0, 3]
        .map((at) => list.slice(at, at + 3))
        .map(([a, b, c]) => [`${a}${b}${c}`, `${b}${c}${a}`, `${c}${a}${b}`].sort()[0])
        .sort();
    expect(sorted(indices)).toEqual(sorted(expected));
  });

  test("lines are curves, points are points", async () => {
    const { stage } = await convertedStage(
      meshGlb((data) => {
        const attributes = { POSITION: data.accessor(TRIANGLE, "VEC3") };
        const indices = data.accessor(Uint16Array.of(2, 0, 1), "SCALAR");
        const primitives = [0, 1, 2, 3].map((mode) => ({ mode, attributes, indices }));
        return { more: { meshes: [{ name: "M", primitives }] } };
      }),
    );
    expect(Object.values(prims(stage)).slice(3)).toEqual(["Points", "BasisCurves", "BasisCurves", "BasisCurves"]);
    const read = (part: string, name: string): unknown => value(stage, `/Scene/Node/M/${part}`, name);
    expect(read("Part", "points")).toEqual([0, 1, 0, 0, 0, 0, 1, 0, 0]);
    expect(read("Part_1", "curveVertexCounts")).toEqual([2]);
    expect([read("Part_2", "wrap"), read("Part_2", "curveVertexCounts")]).toEqual(["periodic", [3]]);
    expect([read("Part_3", "wrap"), read("Part_3", "type")]).toEqual(["nonperiodic", "linear"]);
  });

  test("triangles of vertices that do not exist are left out", async () => {
    const { stage, losses } = await convertedStage(
      meshGlb((data) => ({ primitive: { indices: data.accessor(Uint16Array.of(0, 1, 2, 0, 1, 9), "SCALAR") } })),
    );
    expect(value(stage, "/Scene/Node/Triangle", "faceVertexIndices")).toEqual([0, 1, 2]);
    expect(losses).toEqual([
      { at: "/meshes/0/primitives/0", message: "1 triangles have vertices that do not exist: they are left out" },
    ]);
  });

  test("sparse and quantized numbers are decoded", async () => {
    const { stage } = await convertedStage(
      meshGlb((data) => {
        const positions = data.accessor(Int16Array.of(0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0), "VEC4", {
          type: "VEC3",
          normalized: true,
          count: 3,
        });
        const indices = data.view(new Uint8Array(Uint16Array.of(2).buffer));
        const values = data.view(new Uint8Array(Float32Array.of(5, 6, 7).buffer));
        const NORMAL = data.accessor(new Float32Array(9), "VEC3", {
          sparse: { count: 1, indices: { bufferView: indices, componentType: 5123 }, values: { bufferView: values } },
        });
        data.bufferViews[0] = { ...data.bufferViews[0], byteStride: 8 };
        return {
          primitive: { attributes: { POSITION: positions, NORMAL } },
          more: { extensionsRequired: ["KHR_mesh_quantization"], extensionsUsed: ["KHR_mesh_quantization"] },
        };
      }),
    );
    expect(value(stage, "/Scene/Node/Triangle", "points")).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(value(stage, "/Scene/Node/Triangle", "normals")).toEqual([0, 0, 0, 0, 0, 0, 5, 6, 7]);
  });

  test("that several nodes show are instances of one prototype", async () => {
    const nodes = [{ name: "A", mesh: 0 }, { name: "B", mesh: 0, translation: [1, 0, 0] }, { name: "C" }];
    const { stage } = await convertedStage(meshGlb(() => ({ more: { nodes, scenes: [{ nodes: [0, 1, 2] }] } })));
    const all = prims(stage);
    expect(all["/Scene/A/Triangle/Triangle"]).toBe("Mesh");
    expect(all["/Scene/B/Triangle/Triangle"]).toBe("Mesh");
    expect(stage.prototypes.map(({ instances }) => instances.toSorted())).toEqual([
      ["/Scene/A/Triangle", "/Scene/B/Triangle"],
    ]);
  });

  test("with GPU instances are a PointInstancer", async () => {
    const { stage } = await convertedStage(
      meshGlb((data) => {
        const attributes = {
          TRANSLATION: data.accessor(Float32Array.of(1, 0, 0, 0, 2, 0), "VEC3"),
          ROTATION: data.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0), "VEC4"),
          SCALE: data.accessor(Float32Array.of(1, 1, 1, 2, 2, 2), "VEC3"),
          _ID: data.accessor(Uint16Array.of(3, 4), "SCALAR"),
        };
        const node = { name: "Node", mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes } } };
        return { more: { nodes: [node], extensionsUsed: ["EXT_mesh_gpu_instancing"] } };
      }),
    );
    const { reader, node } = prim(stage, "/Scene/Node/Instances");
    expect(node.type).toBe("PointInstancer");
    const found = pointInstances(reader, node, null);
    expect(found?.transforms.map((m) => Array.from(m, (each) => Number(each.toFixed(3)) + 0))).toEqual([
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1],
      [-2, 0, 0, 0, 0, -2, 0, 0, 0, 0, 2, 0, 0, 2, 0, 1],
    ]);
    expect(value(stage, node.path, "primvars:_ID")).toEqual([3, 4]);
  });
});

describe("cameras and lights", () => {
  test("cameras keep their angles, distances and sizes", async () => {
    const cameras = [
      { type: "perspective", name: "Eye", perspective: { yfov: Math.PI / 2, aspectRatio: 2, znear: 0.5 } },
      { type: "orthographic", orthographic: { xmag: 3, ymag: 2, znear: 0, zfar: 10 } },
    ];
    const nodes = [
      { name: "A", camera: 0 },
      { name: "B", camera: 1 },
    ];
    const { stage } = await convertedStage(meshGlb(() => ({ more: { cameras, nodes, scenes: [{ nodes: [0, 1] }] } })));
    const read = (path: string, ...names: string[]): unknown[] => names.map((name) => value(stage, path, name));
    const lens = ["projection", "focalLength", "horizontalAperture", "verticalAperture", "clippingRange"];
    expect(read("/Scene/A/Eye", ...lens)).toEqual(["perspective", 12, 48, 24, [0.5, 1e6]]);
    expect(read("/Scene/B/Camera", ...lens)).toEqual(["orthographic", 50, 60, 40, [0, 10]]);
  });

  test("lights have normalized intensities", async () => {
    const lights = [
      { type: "directional", intensity: 3, color: [1, 0.5, 0] },
      { type: "point", name: "Lamp", intensity: 10, range: 4 },
      { type: "spot", spot: { innerConeAngle: 0.25, outerConeAngle: 0.5 } },
    ];
    const nodes = lights.map((_, light) => ({ name: `N${light}`, extensions: { KHR_lights_punctual: { light } } }));
    const { stage, losses } = await convertedStage(
      meshGlb(() => ({
        more: {
          nodes,
          scenes: [{ nodes: [0, 1, 2] }],
          extensions: { KHR_lights_punctual: { lights } },
          extensionsUsed: ["KHR_lights_punctual"],
        },
      })),
    );
    const read = (path: string, name: string): unknown => value(stage, path, `inputs:${name}`);
    expect(prims(stage)["/Scene/N0/Light"]).toBe("DistantLight");
    expect([
      read("/Scene/N0/Light", "intensity"),
      read("/Scene/N0/Light", "color"),
      read("/Scene/N0/Light", "angle"),
    ]).toEqual([3, [1, 0.5, 0], 0]);
    expect([read("/Scene/N1/Lamp", "intensity"), read("/Scene/N1/Lamp", "normalize")]).toEqual([40, true]);
    expect(read("/Scene/N2/Light", "shaping:cone:softness")).toBe(0.5);
    expect(read("/Scene/N2/Light", "shaping:cone:angle")).toBeCloseTo(28.6479, 3);
    expect(losses).toEqual([
      {
        at: "/extensions/KHR_lights_punctual/lights/1/range",
        message: "The range of the light is not kept: it shines without end",
      },
    ]);
  });
});
