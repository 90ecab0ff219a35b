import { memoryResolver } from "@usdkit/usd";
import { describe, expect, test } from "vitest";
import { isAssetFile, prepareFile } from "./prepare-file.ts";

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const stage = (content: string): Uint8Array => text(`#usda 1.0\n${content}`);
const POINT = ["ply", "format ascii 1.0", "element vertex 1", "property float x", "property float y"];
const FILES = new Map([
  ["a/stage.usda", stage('def "A" (references = @./ball.usda@</Ball>)\n{\n}\n')],
  ["a/ball.usda", stage('def Sphere "Ball"\n{\n}\n')],
  ["a/scene.usda", stage('def Mesh "M" (payload = @asset:/mesh/m@)\n{\n}\n')],
  [
    "a/settings.usda",
    stage('def Sphere "A"\n{\n}\ndef Scope "Render"\n{\n    def RenderSettings "S"\n    {\n    }\n}\n'),
  ],
  ["a/broken.usda", stage('def "A"\n{\n    int x = "no"\n}\n')],
  ["a/cloud.ply", text([...POINT, "property float z", "end_header", "0 0 0", ""].join("\n"))],
  ["a/noname", text([...POINT, "property float z", "end_header", "0 0 0", ""].join("\n"))],
]);
const resolver = memoryResolver(FILES);
const reads: string[] = [];
const counted = {
  ...resolver,
  read: (identifier: string) => {
    reads.push(identifier);
    return resolver.read(identifier);
  },
};

async function prepared(
  file: string,
  as?: "usd" | "service",
): Promise<readonly [kind: string, drawn: readonly string[]]> {
  const found = await prepareFile(file, { resolver: counted, as, missingAssets: "skip", assets: () => undefined });
  try {
    return [found.kind, (await found.scene.report()).drawn.map(({ path }) => path)];
  } finally {
    await found.scene.close();
  }
}

test("layers that a resolver promises are waited for", async () => {
  const promised = { ...resolver, read: (identifier: string) => Promise.resolve(resolver.read(identifier)) };
  const { scene } = await prepareFile("a/stage.usda", { resolver: promised });
  expect((await scene.report()).drawn).toMatchObject([{ path: "/A" }]);
  await scene.close();
});

describe("a file", () => {
  test("is what its content is", async () => {
    expect(await prepared("a/stage.usda")).toEqual(["stage", ["/A"]]);
    // The root layer is read once.
    expect(reads).toEqual(["a/stage.usda", "a/ball.usda"]);
    expect(await prepared("a/scene.usda")).toEqual(["service", []]);
    expect(await prepared("a/scene.usda", "usd")).toEqual(["stage", []]);
    expect(await prepared("a/settings.usda")).toEqual(["stage", ["/A"]]);
    expect(await prepared("a/settings.usda", "service")).toEqual(["service", []]);
    expect(await prepared("a/cloud.ply")).toEqual(["asset", ["/cloud"]]);
    expect(await prepared("a/noname")).toEqual(["asset", ["/noname"]]);
  });

  test("that cannot be read is an error with the place", async () => {
    await expect(prepared("a/gone.usda")).rejects.toThrow('there is no file "a/gone.usda"');
    await expect(prepared("a/broken.usda")).rejects.toThrow("the file cannot be read: line 4: ");
  });
});

test("names decide, then contents", () => {
  const ply = text("ply\nformat");
  const crate = text("PXR-USDC");
  expect([isAssetFile("a.usd", ply), isAssetFile("A.GLB", crate)]).toEqual([false, true]);
  expect([isAssetFile("a", ply), isAssetFile("a", crate), isAssetFile("a", text("#usda 1.0\n"))]).toEqual([
    true,
    false,
    false,
  ]);
});
