import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { gridGlb } from "@usdkit/test-files/grid-glb";
import { glb, GlbData } from "@usdkit/test-files/plain-glb";
import { loadAsset } from "../load/load-asset.ts";
import { boundMemory } from "./bound-memory.ts";
import { readDracoCounts } from "./draco-header.ts";

const corners = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);

/** A triangle with changed JSON. */
function triangle(change: (json: Record<string, never[]>, data: GlbData) => void): Uint8Array {
  const data = new GlbData();
  const json = {
    meshes: [{ primitives: [{ attributes: { POSITION: data.accessor(corners, "VEC3") } }] }],
    nodes: [{ mesh: 0 }],
    accessors: data.accessors,
    bufferViews: data.bufferViews,
    buffers: [{ byteLength: 36 }],
  };
  change(json as never, data);
  return data.glb(json);
}

/** Sets the value at a path, ignoring types. */
function set(path: string, value: unknown): (json: object) => void {
  return (json) => {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    const parent = steps.reduce<Record<string, unknown>>(
      (at, step) => at[step] as Record<string, unknown>,
      json as Record<string, unknown>,
    );
    parent[last] = value;
  };
}

describe("an invalid container", () => {
  const good = triangle(() => undefined);
  const at = (offset: number, value: number): Uint8Array => {
    const bytes = good.slice();
    new DataView(bytes.buffer).setUint32(offset, value, true);
    return bytes;
  };
  test.each([
    ["of version 1", at(4, 1), "unsupported", 4],
    ["longer than the file", at(8, 1e6), "truncated", 8],
    ["that is all head", good.slice(0, 19), "truncated", 0],
    ["without JSON first", at(16, 7), "malformed", 16],
    ["with a chunk beyond its end", at(12, 4_294_967_295), "truncated", 12],
    ["with JSON that is none", glb("{"), "malformed", 20],
    ["with JSON that is no text", glb("").fill(0xff, 20), "malformed", 20],
  ])("%s", async (_, bytes, problem, offset) => {
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem, offset });
  });

  test("is rejected at any truncation", async () => {
    for (let length = 4; length < good.length; length++) {
      expect(await assetError(() => loadAsset(good.subarray(0, length)))).toMatchObject({ problem: "truncated" });
    }
  });

  test("may have further chunks, and an empty binary chunk", async () => {
    const bytes = glb({ asset: { version: "2.0" } });
    expect(await loadAsset(bytes)).toStrictEqual({ type: "mesh", parts: [], materials: [], textures: [], skipped: {} });
  });
});

test("a file that needs a later version of the format is rejected", async () => {
  const file = (minVersion: string): Uint8Array => glb({ asset: { version: "2.0", minVersion } });
  expect(await loadAsset(file("2.0"))).toMatchObject({ type: "mesh" });
  expect(await assetError(() => loadAsset(file("2.1")))).toMatchObject({
    problem: "unsupported",
    where: "asset.minVersion",
  });
});

describe("JSON of another type is named", () => {
  test.each([
    ["asset", 1, "asset"],
    ["asset", { version: 2 }, "asset.version"],
    ["accessors.0.count", -1, "accessors[0].count"],
    ["accessors.0.count", 1.5, "accessors[0].count"],
    ["accessors.0.count", 1e300, "accessors[0].count"],
    ["accessors.0.componentType", 5130, "accessors[0].componentType"],
    ["accessors.0.type", "VEC9", "accessors[0].type"],
    ["bufferViews.0.byteStride", 0, "bufferViews[0].byteStride"],
    ["meshes.0.primitives", null, "meshes[0].primitives"],
    ["meshes.0.primitives.0.mode", 7, "meshes[0].primitives[0].mode"],
    ["meshes.0.primitives.0.attributes.POSITION", "0", "meshes[0].primitives[0].attributes.POSITION"],
    ["nodes.0.matrix", [1, 2, 3], "nodes[0].matrix"],
    ["nodes", "none", "nodes"],
  ])("%s = %j", async (path, value, where) => {
    const error = await assetError(() => loadAsset(triangle(set(path, value))));
    expect(error).toMatchObject({ problem: "malformed", where });
  });

  test("or is not an object", async () => {
    expect(await assetError(() => loadAsset(glb("[]")))).toMatchObject({ problem: "malformed", where: "JSON" });
    expect(await assetError(() => loadAsset(glb("null")))).toMatchObject({ problem: "malformed", where: "JSON" });
  });
});

describe("JSON with invalid references", () => {
  test.each([
    ["asset", { version: "1.0" }, "unsupported", "asset.version"],
    ["extensionsRequired", ["KHR_mesh_variants"], "unsupported", "extensionsRequired[0]"],
    ["nodes.0.mesh", 1, "malformed", "nodes[0]"],
    ["nodes.0.children", [7], "malformed", "nodes[0].children"],
    ["nodes.0.skin", 0, "malformed", "nodes[0]"],
    ["scene", 0, "malformed", "scene"],
    ["scenes", [{ nodes: [3] }], "malformed", "scenes[0].nodes"],
    ["meshes.0.primitives.0.attributes.POSITION", 1, "malformed", "meshes[0].primitives[0].POSITION"],
    ["meshes.0.primitives.0.indices", 4, "malformed", "meshes[0].primitives[0].indices"],
    ["meshes.0.primitives.0.indices", 0, "malformed", "meshes[0].primitives[0].indices"],
    ["meshes.0.primitives.0.material", 0, "malformed", "meshes[0].primitives[0]"],
    ["meshes.0.primitives.0.targets", [{ POSITION: 9 }], "malformed", "meshes[0].primitives[0].POSITION"],
    ["accessors.0.bufferView", 1, "malformed", "accessors[0]"],
    ["accessors.0.count", 4, "truncated", "accessors[0]"],
    ["accessors.0.count", 4_294_967_295, "limit", "accessors[0]"],
    ["accessors.0.byteOffset", 4, "truncated", "accessors[0]"],
    ["bufferViews.0.byteStride", 4, "malformed", "accessors[0]"],
    ["bufferViews.0.byteLength", 37, "truncated", "bufferViews[0]"],
    ["bufferViews.0.byteOffset", 9_007_199_254_740_991, "truncated", "bufferViews[0]"],
    ["bufferViews.0.buffer", 1, "malformed", "bufferViews[0]"],
    ["buffers", [], "malformed", "bufferViews[0]"],
    ["buffers.0.byteLength", 40, "truncated", "buffers[0]"],
    ["buffers.0.uri", "mesh.bin", "external", "buffers[0]"],
    ["buffers.0.uri", "file:///etc/passwd", "external", "buffers[0]"],
    [
      "accessors.0.sparse",
      { count: 4, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } },
      "malformed",
      "accessors[0]",
    ],
    [
      "accessors.0.sparse",
      { count: 3, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 0, byteOffset: 1 } },
      "truncated",
      "accessors[0]",
    ],
  ])("%s = %j", async (path, value, problem, where) => {
    expect(await assetError(() => loadAsset(triangle(set(path, value))))).toMatchObject({ problem, where });
  });

  test("a sparse accessor of 4 billion zeros is not allocated", async () => {
    const sparse = { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } };
    const bytes = triangle(set("accessors.0", { componentType: 5126, type: "VEC3", count: 4_294_967_295, sparse }));
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "limit", where: "accessors[0]" });
  });

  test("sparse indices beyond the accessor change nothing", async () => {
    const bytes = triangle((json, data) => {
      const indices = { bufferView: data.view(new Uint8Array([200, 1, 2, 3])), componentType: 5121 };
      set("accessors.0.sparse", { count: 1, indices, values: { bufferView: 0 } })(json);
      set("buffers.0.byteLength", 40)(json);
    });
    expect(await loadAsset(bytes)).toMatchObject({ type: "mesh", skipped: {} });
  });

  test.each([
    ["nodes that are below themselves", [{ mesh: 0, children: [0] }], "nodes[0]"],
    ["nodes in a ring", [{ mesh: 0 }, { children: [2] }, { children: [1] }], "nodes[1]"],
    ["a node with two parents", [{ mesh: 0 }, { children: [0] }, { children: [0] }], "nodes[0]"],
  ])("%s", async (_, nodes, where) => {
    expect(await assetError(() => loadAsset(triangle(set("nodes", nodes))))).toMatchObject({
      problem: "malformed",
      where,
    });
  });

  test("100,000 nested nodes are supported", async () => {
    const nodes = Array.from({ length: 100_000 }, (_, i) => (i < 99_999 ? { children: [i + 1] } : { mesh: 0 }));
    expect(await loadAsset(triangle(set("nodes", nodes)))).toMatchObject({ parts: [{ material: 0 }] });
  });
});

describe("more than the limits allow", () => {
  const nodes = Array.from({ length: 10 }, () => ({ mesh: 0 }));
  test.each([
    ["parts", 9],
    ["vertices", 29],
    ["triangles", 9],
    ["decodedBytes", 900],
  ])("%s, counted for every node that draws them", async (name, limit) => {
    const bytes = triangle(set("nodes", nodes));
    const error = await assetError(() => loadAsset(bytes, { limits: { [name]: limit } }));
    expect(error).toMatchObject({ problem: "limit" });
    expect(error.message).toContain(`"${name}"`);
    expect(await loadAsset(bytes, { limits: { [name]: limit * 3 } })).toMatchObject({ type: "mesh" });
  });

  test("instances are counted before they are created", async () => {
    const bytes = triangle((json) => {
      const TRANSLATION =
        (json["accessors"] as object[]).push({ componentType: 5126, type: "VEC3", count: 2 ** 31 }) - 1;
      set("nodes.0.extensions", { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION } } })(json);
    });
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({
      problem: "limit",
      where: "meshes[0].primitives[0]",
    });
  });
});

interface PackedJson {
  accessors: { count: number }[];
  bufferViews: { byteLength: number; extensions: { EXT_meshopt_compression: Record<string, unknown> } }[];
}

/** Changes the JSON of a GLB in place and keeps the bytes. */
function changed(bytes: Uint8Array, change: (json: PackedJson) => void): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as PackedJson;
  change(json);
  return glb(json, bytes.subarray(28 + length));
}

describe("meshes compressed with meshopt", () => {
  test.each([
    ["count", 4_294_967_295, "malformed"],
    ["byteLength", 3, "malformed"],
    ["byteLength", 1e9, "truncated"],
    ["byteOffset", 1e9, "truncated"],
    ["byteStride", 3, "malformed"],
    ["mode", "TRIANGLES", "malformed"],
    ["mode", "FANS", "malformed"],
    ["filter", "BLUR", "malformed"],
    ["buffer", 5, "malformed"],
  ])("and %s = %j", async (name, value, problem) => {
    const bytes = changed(await gridGlb(4, "meshopt"), ({ bufferViews }) => {
      bufferViews[0].extensions.EXT_meshopt_compression[name] = value;
    });
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem });
  });

  test("declare no more elements than their bytes can contain, or the limits allow", async () => {
    const packed = await gridGlb(4, "meshopt");
    const grow = (count: number): Uint8Array =>
      changed(packed, ({ bufferViews }) => {
        const meshopt = bufferViews[0].extensions.EXT_meshopt_compression;
        Object.assign(meshopt, { count });
        bufferViews[0].byteLength = count * Number(meshopt["byteStride"]);
      });
    expect(await assetError(() => loadAsset(grow(1e6)))).toMatchObject({
      problem: "truncated",
      where: "bufferViews[0]",
    });
    const limits = { decodedBytes: 100 };
    expect(await assetError(() => loadAsset(packed, { limits }))).toMatchObject({
      problem: "limit",
      where: "bufferViews[0]",
    });
  });

  test("and damaged", async () => {
    const bytes = (await gridGlb(4, "meshopt")).slice();
    bytes.fill(0x55, bytes.length - 200);
    expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "malformed", where: "accessors" });
  });
});

describe("meshes compressed with Draco", () => {
  test.each(["draco", "draco-sequential"] as const)("%s: declare their size", async (packing) => {
    const bytes = await gridGlb(4, packing);
    const start = Buffer.from(bytes).indexOf("DRACO");
    expect(readDracoCounts(bytes.subarray(start), "x")).toStrictEqual({ faces: 32, vertices: 25 });
    expect((await assetError(() => loadAsset(bytes, { limits: { triangles: 31 } }))).message).toContain('"triangles"');
    const fewer = changed(bytes, ({ accessors }) => {
      for (const accessor of accessors) accessor.count = accessor.count === 96 ? 93 : 20;
    });
    const [whole, drawn] = [await loadAsset(bytes), await loadAsset(fewer)];
    expect(drawn).toStrictEqual(whole);
    expect((await assetError(() => loadAsset(fewer, { limits: { vertices: 24 } }))).message).toContain('"vertices"');
  });

  test("with an old version or metadata have no known counts", () => {
    const head = (...rest: number[]): Uint8Array => new Uint8Array([...Buffer.from("DRACO"), ...rest, 0, 0, 0, 0]);
    expect(readDracoCounts(head(2, 1, 1, 1, 0, 0), "x")).toBeNull();
    expect(readDracoCounts(head(2, 2, 1, 1, 0, 0x80), "x")).toBeNull();
    expect(readDracoCounts(head(2, 2, 1, 0, 0, 0, 0xff, 0x7f), "x")).toStrictEqual({ faces: 16383, vertices: 0 });
    expect(() => readDracoCounts(head(2, 2, 0, 0, 0, 0), "x")).toThrow("not a triangle mesh");
    expect(() => readDracoCounts(new Uint8Array(20), "x")).toThrow("DRACO");
  });

  test("are rejected when they are damaged", async () => {
    const whole = await gridGlb(6, "draco");
    const start = Buffer.from(whole).indexOf("DRACO");
    let rejected = 0;
    for (let i = start; i < whole.length; i += 7) {
      const bytes = whole.slice();
      bytes.fill(0xff, i, i + 6);
      const result = await loadAsset(bytes).catch((error: unknown) => error);
      if (!(result instanceof Error)) continue;
      expect(result).toMatchObject({ name: "AssetError" });
      rejected++;
    }
    expect(rejected).toBeGreaterThan(5);
  });

  test("use no more memory than allowed", async () => {
    const require = createRequire(import.meta.url);
    const create = require("draco3dgltf/draco_decoder_gltf_nodejs.js") as (
      overrides: object,
    ) => Promise<Record<string, unknown>>;
    const silent = { print: () => undefined, printErr: () => undefined };
    const decoder = await create(silent);
    expect(boundMemory(decoder["asm"] as object, 50_000_000)).toBe(true);
    const allocate = decoder["_malloc"] as (bytes: number) => number;
    expect(allocate(20_000_000)).toBeGreaterThan(0);
    expect(() => {
      const place = allocate(80_000_000);
      if (place === 0) throw new Error("no memory");
    }).toThrow();
    expect(boundMemory({}, 1)).toBe(false);
  });

  test("need a decoder, which a browser must provide", async () => {
    const bytes = await gridGlb(2, "draco");
    const made: object[] = [];
    const require = createRequire(import.meta.url);
    const create = require("draco3dgltf/draco_decoder_gltf_nodejs.js") as (overrides: object) => Promise<object>;
    const createDracoDecoder = (overrides: object): Promise<object> => {
      made.push(overrides);
      return create(overrides);
    };
    expect(await loadAsset(bytes, { createDracoDecoder })).toMatchObject({ type: "mesh" });
    expect(made).toHaveLength(1);
  });
});
