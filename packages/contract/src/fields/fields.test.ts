import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isBase64 } from "./base64.ts";
import { headerText, md5Sum, numberInText, usdContent, webUrl } from "./request-fields.ts";
import { fileExtension, isWebUrl, urlExtension } from "./web-url.ts";

describe("Base64", () => {
  test("accepts what Node encodes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(isBase64(Buffer.from(bytes).toString("base64"))).toBe(true);
      }),
    );
  });

  test.each(["A", "AA", "AAA", "A===", "====", "AA=A", "AAAA\n", "AA A", "AA-_", "AAA\n", "ÄAAA", "AAAAA"])(
    "%j is invalid",
    (text) => {
      expect(isBase64(text)).toBe(false);
      expect(usdContent.safeParse(text).success).toBe(false);
    },
  );

  test("of many megabytes is checked without overflowing the stack", () => {
    expect(usdContent.safeParse("QUJD".repeat(5_000_000)).success).toBe(true);
  });

  test("an empty scene is invalid", () => {
    expect(usdContent.safeParse("").error?.issues[0]?.message).toBe("expected a scene, found an empty text");
  });
});

describe("URLs", () => {
  test.each(["https://h", "http://127.0.0.1:1/a?b#c", "https://[::1]/", "https://ü.example/ü"])("%s", (text) => {
    expect(isWebUrl(text)).toBe(true);
    expect(webUrl.parse(text)).toBe(text);
  });

  test.each([
    "",
    "h",
    "/a",
    "file:///a",
    "data:,",
    "javascript:1",
    " https://h",
    "https://h\n",
    "https://h/a b",
    "https://",
  ])("not %j", (text) => {
    expect(isWebUrl(text)).toBe(false);
    expect(webUrl.safeParse(text).success).toBe(false);
  });

  test.each([
    ["https://h/a.b/c.JPG?x=.png#.gif", ".jpg"],
    ["https://h/walk.InSv", ".insv"],
    ["https://h/a%2Ejpg", ".jpg"],
    ["https://h/a%2Fb.jpg", ".jpg"],
    ["https://h/%ff.jpg", ".jpg"],
    ["https://h/c", undefined],
    ["https://h/a.jpg/", undefined],
    ["https://h.jpg", undefined],
    ["https://h/.jpg", undefined],
    ["https://h/c.", undefined],
    [`https://h/c.${"j".repeat(40)}`, undefined],
    ["no URL.jpg", undefined],
  ])("the extension of %s is %s", (url, extension) => {
    expect(urlExtension(url)).toBe(extension);
  });

  test.each([
    ["a/b.c/room.MP4", ".mp4"],
    ["C:\\scans\\room.ply", ".ply"],
    ["a.b/room", undefined],
  ])("the extension of the file %s is %s", (name, extension) => {
    expect(fileExtension(name)).toBe(extension);
  });
});

test("a number in a text is accepted as a number or as its digits", () => {
  const schema = numberInText(1);
  expect([1, "1", 9007199254740991, "9007199254740991"].map((value) => schema.parse(value))).toEqual([
    1,
    1,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  ]);
  const bad = [
    0,
    "0",
    -1,
    "-1",
    "+1",
    "01",
    "1.0",
    "1e3",
    "0x1",
    " 1",
    "",
    "9007199254740992",
    1.5,
    NaN,
    null,
    true,
    ["1"],
  ];
  expect([...bad, undefined].filter((value) => schema.safeParse(value).success)).toEqual([]);
});

test("md5 sums are lowercase, header values cannot start another header", () => {
  expect(md5Sum.safeParse("d41d8cd98f00b204e9800998ecf8427e").success).toBe(true);
  expect(md5Sum.safeParse("D41D8CD98F00B204E9800998ECF8427E").success).toBe(false);
  expect(md5Sum.safeParse("d41d8cd98f00b204e9800998ecf8427e\n").success).toBe(false);
  expect(headerText.safeParse("workshop 7").success).toBe(true);
  for (const text of ["", "a\r\nb: c", "a\n", "ü"]) expect(headerText.safeParse(text).success).toBe(false);
});
