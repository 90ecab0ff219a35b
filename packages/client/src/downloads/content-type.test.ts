import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contentTypeOf, expectedContent, imageName, type ContentType } from "./content-type.ts";

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The first bytes of a file of each type. */
const HEADS: Readonly<Record<ContentType, readonly string[]>> = {
  png: ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  jpeg: ["\xff\xd8\xff\xe0\0\x10JFIF", "\xff\xd8\xff\xdb"],
  webp: ["RIFF\x10\0\0\nWEBPVP8 "],
  heic: ["\0\0\0\x18ftypheic\0\0\0\0", "\0\0\0\x1cftypmif1"],
  avif: ["\0\0\0\x1cftypavif"],
  gif: ["GIF89a", "GIF87a"],
  ply: ["ply\nformat ascii 1.0\n", "ply\r\n"],
  gzip: ["\x1f\x8b\x08\0"],
  spz: ["NGSP\x04\0\0\0"],
  glb: ["glTF\x02\0\0\0"],
  fbx: ["Kaydara FBX Binary  \0\x1a\0", "; FBX 7.3.0 project file\n"],
  usda: ["#usda 1.0\n"],
  usdc: ["PXR-USDC\0\x0c"],
  zip: ["PK\x03\x04\x0a", "PK\x05\x06"],
  html: [
    "<!doctype html><title>a</title>",
    "\n\t<html>",
    "\xef\xbb\xbf<!DOCTYPE HTML>",
    '<?xml version="1.0"?><Error>',
  ],
  json: ['{"code":404}', "{}", ' {\n  "a": 1 }', "[1]", "[]", '[{"a":1}]'],
};
const rows = (Object.entries(HEADS) as [ContentType, readonly string[]][]).flatMap(([type, heads]) =>
  heads.map((head) => [type, head] as const),
);

test.each(rows)("%s: %j", (type, head) => {
  expect(contentTypeOf(ascii(head))).toBe(type);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
      expect(contentTypeOf(Uint8Array.from([...ascii(head), ...rest]))).toBe(type);
    }),
  );
});

test.each(["", "x", "{\x01\x02", "[\xff", "< 1", "GIF", "plymouth", "PK", "\0\0\0\x18ftypisom"])(
  "unknown: %j",
  (head) => {
    expect(contentTypeOf(ascii(head))).toBeUndefined();
  },
);

test("a name accepts the types of its extension", () => {
  const accepted = (name: string, isImage = false): readonly (ContentType | undefined)[] =>
    [...(Object.keys(HEADS) as ContentType[]), undefined].filter(expectedContent(name, isImage).accepts);
  const images = ["png", "jpeg", "webp", "heic", "avif", "gif"];
  expect(accepted("a.PNG")).toEqual(images);
  expect(accepted("a.bin", true)).toEqual(images);
  expect(accepted("world.ply")).toEqual(["ply"]);
  expect(accepted("world.spz")).toEqual(["gzip", "spz"]);
  expect(accepted("chair.glb")).toEqual(["glb"]);
  expect(accepted("a.usd")).toEqual(["usda", "usdc", "zip"]);
  expect(accepted("a.json")).toEqual(["json"]);
  const any = [...Object.keys(HEADS).filter((type) => type !== "html" && type !== "json"), undefined];
  for (const name of ["a.bin", "a", "a.constructor", "b.glb/c"]) expect(accepted(name)).toEqual(any);
});

test.each([
  ["a.jpg", "png", "a.png"],
  ["a.b.JPEG", "webp", "a.b.webp"],
  ["a.jpeg", "jpeg", "a.jpeg"],
  ["a.JPG", "jpeg", "a.JPG"],
  ["a.png", "jpeg", "a.jpg"],
  ["result", "png", "result"],
  ["a.bin", "png", "a.bin"],
] as const)("%s with %s is saved as %s", (name, type, saved) => {
  expect(imageName(name, type)).toBe(saved);
});
