import { describe, expect, it } from "vitest";
import { ByteWriter } from "./byte-writer.ts";
import { writeAsset, writeQuoted } from "./quote.ts";

function quoted(text: string): string {
  const writer = new ByteWriter(1);
  writeQuoted(writer, text);
  return new TextDecoder().decode(writer.finish());
}

function asset(path: string): string {
  const writer = new ByteWriter(1);
  writeAsset(writer, path);
  return new TextDecoder().decode(writer.finish());
}

describe("strings", () => {
  it.each([
    ["", `""`],
    ["a", `"a"`],
    [`a"b`, `'a"b'`],
    [`a'b`, `"a'b"`],
    [`a"b'c`, String.raw`"a\"b'c"`],
    ["a\nb", `"""a\nb"""`],
    [`a\n"b"`, `'''a\n"b"'''`],
    [`a\n"b'`, `"""a\n\\"b'"""`],
    ["\t\r\\", String.raw`"\t\r\\"`],
    ["\0\x01\x1f\x7f", String.raw`"\x00\x01\x1f\x7f"`],
    ["é漢😀\u0085", `"é漢😀\u0085"`],
    ["a\udcffb", String.raw`"a\xffb"`],
    ["\udc80", String.raw`"\x80"`],
    ["\ud800", `"\ufffd"`],
  ])("%j is written as %j", (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });
});

describe("assets", () => {
  it.each([
    ["", "@@"],
    ["a b.usd", "@a b.usd@"],
    ["a@b", "@@@a@b@@@"],
    ["a@@", "@@@a@@@@@"],
    ["a@@@b", String.raw`@@@a\@@@b@@@`],
    ["é".repeat(100), `@${"é".repeat(100)}@`],
  ])("%j is written as %j", (path, expected) => {
    expect(asset(path)).toBe(expected);
  });
});
