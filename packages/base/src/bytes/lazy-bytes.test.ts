import { expect, test } from "vitest";
import { bytesOf, LazyBytes, type ByteReader } from "../index.ts";

const CONTENT = Uint8Array.of(1, 2, 3, 4);
const reader: ByteReader = { name: "a", size: CONTENT.length, read: (start, end) => CONTENT.slice(start, end) };

test("lazy bytes of another copy of the module are recognized: commands are bundles that load packages", async () => {
  const copy = `${import.meta.resolve("./lazy-bytes.ts")}?copy`;
  const other = (await import(copy)) as { readonly LazyBytes: typeof LazyBytes };
  expect(other.LazyBytes).not.toBe(LazyBytes);
  const bytes = other.LazyBytes.of(reader);
  expect(bytes).toBeInstanceOf(LazyBytes);
  expect([...bytesOf(bytes, 1, 3)]).toEqual([2, 3]);
  expect([CONTENT instanceof LazyBytes, {} instanceof LazyBytes, (null as unknown) instanceof LazyBytes]).toEqual([
    false,
    false,
    false,
  ]);
});
