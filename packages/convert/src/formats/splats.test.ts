import { splatPly } from "@usdkit/test-files/splat-ply";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import { memoryResolver } from "@usdkit/usd";
import { expect, test } from "vitest";
import { convertFile } from "../convert-file.ts";

test("files of splats are converted by their names and contents", async () => {
  const ply = splatPly(trainedCloud(20, 1));
  const resolver = memoryResolver(new Map([["room", ply]]));
  const names = ["a.usda", "a.usdc", "a.usdz", "a.spz", "a.sog", "a.splat"];
  const losses = await Promise.all(
    names.map(async (name) => {
      const converted = await convertFile("room", name, { resolver });
      expect(converted.files.map(({ path }) => path)).toEqual([name]);
      return converted.losses.length;
    }),
  );
  expect(losses).toEqual([0, 0, 0, 0, 0, 1]);
});

test("a damaged file is an error of the conversion", async () => {
  const resolver = memoryResolver(new Map([["room.ply", splatPly(trainedCloud(20, 1)).subarray(0, 700)]]));
  await expect(convertFile("room.ply", "a.usdc", { resolver })).rejects.toMatchObject({ name: "ConvertError" });
});
