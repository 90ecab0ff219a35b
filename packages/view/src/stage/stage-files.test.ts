import { expect, test } from "vitest";
import { StageFiles, type FileSystem } from "./stage-files.ts";

const system: FileSystem = {
  versionOf: (location) => (location === "/a/b.usda" ? "1" : ""),
  read(location) {
    if (!location.endsWith(".usda")) throw new Error("not a layer");
    return location === "/a/b.usda" ? new TextEncoder().encode("#usda 1.0\n") : undefined;
  },
};

test("files that are missing are followed, and those that are no layers are not", async () => {
  const files = new StageFiles(system, ["/a"]);
  const read = async (location: string): Promise<unknown> => files.resolver.read(location);
  expect(await read("/a/b.usda")).toBeInstanceOf(Uint8Array);
  expect(await read("/a/none.usda")).toBeUndefined();
  await expect(read("/a/secret.txt")).rejects.toThrow("not a layer");
  expect(files.read).toEqual([
    ["/a/b.usda", "1"],
    ["/a/none.usda", ""],
  ]);
});
