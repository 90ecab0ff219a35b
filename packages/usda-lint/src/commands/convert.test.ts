import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

/** A triangle with a material, as glTF with its buffer next to it. */
const BUFFER = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
const document = {
  asset: { version: "2.0" },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "Chair", mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
  materials: [{ name: "Wood", extensions: { KHR_materials_sheen: { sheenColorFactor: [1, 0, 0] } } }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ uri: "chair%20.bin", byteLength: 36 }],
};
const chair = JSON.stringify(document);
const files = { "chair.gltf": chair, "chair .bin": BUFFER };

const convert = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda", ["convert", ...args], { cwd: folder.path });

test("a glTF with its buffer becomes a layer, with what was lost on standard error", async () => {
  using folder = new TestFolder(files);
  const { code, stdout, stderr } = await convert(folder, "chair.gltf", "-o", "out/chair.usda");
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(
    /^usda convert: chair\.gltf: \/materials\/0\/extensions\/KHR_materials_sheen\S*: Sheen .*\n$/u,
  );
  expect(readFileSync(join(folder.path, "out/chair.usda"), "utf8")).toContain('def Xform "Chair"');
  expect((await convert(folder, "chair.gltf", "-o", "out/chair.usda", "--strict")).code).toBe(1);
  expect((await convert(folder, "chair.gltf", "-o", "out/chair.usda", "--strict", "--materialx")).code).toBe(0);
});

test("each encoding, and a package", async () => {
  using folder = new TestFolder(files);
  const start = async (name: string): Promise<string> => {
    expect((await convert(folder, "chair.gltf", "-o", name)).code).toBe(0);
    return readFileSync(join(folder.path, name)).toString("latin1", 0, 8);
  };
  expect([await start("a.usdc"), await start("a.usd"), await start("a.usda")]).toEqual([
    "PXR-USDC",
    "PXR-USDC",
    "#usda 1.",
  ]);
  expect(await start("a.USDZ")).toMatch(/^PK/u);
  const { stdout } = await runCommand("usda", ["tree", "a.USDZ"], { cwd: folder.path });
  expect(stdout).toContain("Wood");
});

test("a folder is converted at once; a bad file is reported and the others are converted", async () => {
  using folder = new TestFolder({
    "models/a/chair.gltf": chair,
    "models/a/chair .bin": BUFFER,
    "models/bad.glb": "glTF",
    "models/old.usdz": "not read",
  });
  const { code, stdout, stderr } = await convert(folder, "models", "-o", "usd", "--to", "usdz", "--json");
  expect(code).toBe(2);
  expect(stderr).toContain("models/bad.glb");
  const rows = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(rows).toMatchObject([
    {
      file: "models/a/chair.gltf",
      output: "usd/a/chair.usdz",
      status: "converted",
      losses: [{ at: expect.any(String) as string }],
    },
    { file: "models/bad.glb", output: null, status: "failed" },
  ]);
  expect(readdirSync(join(folder.path, "usd"), { recursive: true }).map(String).toSorted()).toEqual([
    "a",
    join("a", "chair.usdz"),
  ]);
});

test.for([
  [["chair.gltf"], "Missing output file"],
  [["chair.gltf", "-o", "chair.txt"], 'Unknown format of "chair.txt"'],
  [["chair.gltf", "-o", "chair.gltf"], '"chair.gltf" is the input'],
  [["none.glb", "-o", "chair.usdz"], "none.glb: There is no such file"],
  [["chair.gltf", "-o", "chair.usdz", "--jobs", "0"], "--jobs expects a whole number"],
  [["chair.gltf", "-o", "chair.usdz", "--fps", "0"], "--fps expects a number above 0"],
  [["chair.gltf", "-o", "chair.usdz", "--scene", "9"], "/scenes: There is no scene 9"],
  [["chair.gltf", "lost.gltf", "-o", "usd"], "add --to"],
  [["chair.gltf", "lost.gltf", "-o", "usd", "--to", "obj"], "--to expects .usd"],
  [[".", "-o", "a.usdz", "--to", "usdz"], "-o expects a folder"],
  [["lost.gltf", "-o", "chair.usdz"], 'lost.gltf: /buffers/0: The file "gone.bin" cannot be found'],
] as const)("%s is an error, and nothing is written", async ([args, message]) => {
  const lost = JSON.stringify({ ...document, buffers: [{ uri: "gone.bin", byteLength: 36 }] });
  using folder = new TestFolder({ ...files, "lost.gltf": lost });
  const before = readdirSync(folder.path).toSorted();
  const { code, stderr } = await convert(folder, ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(readdirSync(folder.path).toSorted()).toEqual(before);
});

test("standard input is recognized by its content", async () => {
  using folder = new TestFolder(files);
  const args = ["convert", "-", "-o", "chair.usda"];
  const { code, stderr } = await runCommand("usda", args, { cwd: folder.path, input: chair });
  expect([code, stderr]).toEqual([0, expect.stringContaining("<stdin>: /materials/0")]);
});
