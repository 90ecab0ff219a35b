import { expect, it } from "vitest";
import { ByteBuilder } from "./byte-builder.ts";

it("keeps what is written while it grows", () => {
  const builder = new ByteBuilder(4);
  for (let i = 0; i < 300; i++) builder.uint8(i & 0xff);
  expect([...builder.finish()]).toEqual(Array.from({ length: 300 }, (_, i) => i & 0xff));
});
