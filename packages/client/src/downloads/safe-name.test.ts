import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameOfUrl, safeName } from "./safe-name.ts";

describe("safeName", () => {
  test.each([
    ["room.ply", "room.ply"],
    ["../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["..", "x"],
    ["/", "x"],
    ["", "x"],
    ["...hidden", "hidden"],
    ["-rf", "rf"],
    ["a\u0000b\nc", "a_b_c"],
    ["a:b*c?.png", "a_b_c_.png"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["console.txt", "console.txt"],
    ["trailing. . ", "trailing"],
    ["Küche 日本.jpg", "Küche 日本.jpg"],
    ["evil\u202egnp.exe", "evil_gnp.exe"],
    ["x".repeat(500) + ".spz", "x".repeat(76) + ".spz"],
  ])("%j is %j", (text, name) => {
    expect(safeName(text, "x")).toBe(name);
  });

  test("for any text, returns the name of a file in its folder", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom("/", "\\", ".", "-", " ", "a", "é", "😀", "\u0000", "\r", ":", "~"),
        maxLength: 120,
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const name = safeName(text, "file");
        expect(name).not.toMatch(/[/\\\u0000-\u001f\u007f:*?"<>|]/);
        expect(name).toMatch(/^[^. -]/);
        expect(name).toMatch(/[^. ]$/);
        expect(Buffer.byteLength(name) + ".part.json".length).toBeLessThanOrEqual(255);
        expect(name.isWellFormed()).toBe(true);
        expect(safeName(name, "file")).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("nameOfUrl", () => {
  test.each([
    ["https://files.example/a/room%20one.ply?sig=1", "room one.ply"],
    ["https://files.example/a/..%2f..%2fetc%2fpasswd", "passwd"],
    ["https://files.example/", "x"],
    ["https://files.example/a/%ff.png", "_ff.png"],
  ])("of %s it is %s", (url, name) => {
    expect(nameOfUrl(url, "x")).toBe(name);
  });
});
