import type { TextureSource } from "@usdkit/geometry";
import { floatToHalfBits } from "@usdkit/base";
import { makeLayer } from "@usdkit/layer";
import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { printUsda } from "@usdkit/usda";
import { brightestOf, channelSource, combinedImage } from "./texel-maps.ts";

const files = new Map([["empty.usda", new TextEncoder().encode(printUsda(makeLayer({})))]]);
const stage = await Stage.open("empty.usda", { resolver: memoryResolver(files) });

function input(changes: Partial<TextureSource> = {}): TextureSource {
  return {
    kind: "texture",
    file: { assetPath: "a.png", layer: stage.layers[0] },
    channels: "rgb",
    texCoords: "st",
    texCoordTransform: null,
    isPixelated: false,
    wrapS: "repeat",
    wrapT: "repeat",
    scale: [1, 1, 1, 1],
    bias: [0, 0, 0, 0],
    sourceColorSpace: "auto",
    ...changes,
  };
}

const image = { width: 1, height: 1, data: Uint8Array.of(10, 100, 200, 50) };

test("an image whose channels are used as they are is not copied", () => {
  const channels = [0, 1, 2].map((index) => channelSource(input(), image, index, "color"));
  const alpha = channelSource(input({ channels: "a" }), image, 0, "data");
  expect(combinedImage([...channels, alpha])).toBe(image);
  // Without the alpha of the image it is opaque.
  expect(combinedImage(channels)?.data).toEqual(Uint8Array.of(10, 100, 200, 255));
  expect(combinedImage([undefined, undefined])).toBe(undefined);
});

test("scale and bias change values: of colors their light, of vectors from -1 to 1", () => {
  const half = input({ scale: [0.5, 0.5, 0.5, 1] });
  const table = (changes: TextureSource, kind: "color" | "data" | "vector"): number =>
    channelSource(changes, image, 0, kind).table[255];
  expect(table(half, "color")).toBe(188);
  expect(table(half, "data")).toBe(128);
  expect(table(input({ scale: [2, 2, 2, 1], bias: [-1, -1, -1, 0] }), "vector")).toBe(255);
  expect(channelSource(input({ scale: [2, 2, 2, 1], bias: [-1, -1, -1, 0] }), image, 0, "vector").table[0]).toBe(0);
  // Raw colors are light already, and numbers in sRGB are not.
  expect(channelSource(input({ sourceColorSpace: "raw" }), image, 0, "color").table[55]).toBe(128);
  expect(channelSource(input({ sourceColorSpace: "sRGB" }), image, 0, "data").table[128]).toBe(55);
});

test("channels of images of different sizes are one image of the larger size", () => {
  const wide = { width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) };
  const combined = combinedImage([
    undefined,
    channelSource(input({ channels: "g" }), wide, 0, "data"),
    channelSource(input({ channels: "r" }), image, 0, "data"),
  ]);
  expect(combined).toEqual({ width: 2, height: 1, data: Uint8Array.of(255, 2, 10, 255, 255, 6, 10, 255) });
});

test("halves are linear in any color space, and their values become bytes", () => {
  const halves = { width: 1, height: 1, data: Uint16Array.from([0.5, -1, 4, 0.25], floatToHalfBits) };
  const bytes = (changes: Partial<TextureSource>, kind: "color" | "data" | "vector"): readonly number[] => {
    const channels = [0, 1, 2].map((index) => channelSource(input(changes), halves, index, kind));
    return [...(combinedImage(channels)?.data ?? [])];
  };
  expect(bytes({}, "color")).toEqual([188, 0, 255, 255]);
  expect(bytes({ sourceColorSpace: "sRGB" }, "color")).toEqual([188, 0, 255, 255]);
  expect(bytes({}, "data")).toEqual([128, 0, 255, 255]);
  expect(bytes({}, "vector")).toEqual([191, 0, 255, 255]);
  expect(bytes({ scale: [1, 1, 0.25, 1], bias: [0, 2, 0, 0] }, "data")).toEqual([128, 255, 255, 255]);
  expect(combinedImage([channelSource(input({ channels: "a" }), halves, 0, "data")])?.data[0]).toBe(64);
  expect([brightestOf(halves), brightestOf(image)]).toEqual([4, 1]);
});
