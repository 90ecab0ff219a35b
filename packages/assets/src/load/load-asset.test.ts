import { expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { assetFormat } from "./asset-format.ts";
import { loadAsset } from "./load-asset.ts";

test.each([
  ["glTF\x02", "glb"],
  ["ply\n", "ply"],
  ["ply\r\n", "ply"],
  ["\x1f\x8b", "spz"],
  ["NGSP", "spz"],
  ["ply", null],
  ["plywood", null],
  ["{}", null],
  ["", null],
])("%j begins a file of the format %s", (text, format) => {
  expect(assetFormat(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(format);
});

test.each([
  ["", "nothing"],
  ["\x00\xff", "00 ff"],
  ["<html>", "3c 68 74 6d"],
])("rejects a file that begins with %j", async (text, shown) => {
  const error = await assetError(() => loadAsset(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  expect(error).toMatchObject({ problem: "format", offset: 0 });
  expect(error.message).toContain(shown);
});
