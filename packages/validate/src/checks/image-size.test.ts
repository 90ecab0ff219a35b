import * as fc from "fast-check";
import { expect, test } from "vitest";
import { imageSize } from "./image-size.ts";

const png = (width: number, height: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(33));
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return new Uint8Array(view.buffer);
};

test("the size of a PNG, of a JPEG after other segments, and of neither", () => {
  expect(imageSize(png(4096, 1024))).toEqual({ width: 4096, height: 1024 });
  const jpeg = [
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0x04, 0x38, 0x07, 0x80, 1, 0, 0, 0, 0, 0,
  ];
  expect(imageSize(Uint8Array.from(jpeg))).toEqual({ width: 1920, height: 1080 });
  expect(imageSize(new TextEncoder().encode("a text that is long enough"))).toBeUndefined();
});

test("damaged files have no size, and never throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      imageSize(Uint8Array.from([0xff, 0xd8, ...bytes]));
      imageSize(bytes);
    }),
  );
});
