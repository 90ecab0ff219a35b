import { makeLayer } from "@usdkit/layer";
import { expect, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { writeUsdc } from "../write/write-usdc.ts";

it("finds every child of small and of large owners, and no others", () => {
  for (const count of [0, 1, 15, 16, 17, 18, 31, 33, 300]) {
    const names = Array.from({ length: count }, (_, i) => `c${i}`);
    const properties = names.map((name) => ({ name, type: "int", value: 1 }));
    const layer = makeLayer({ children: [{ name: "A", children: names.map((name) => ({ name })), properties }] });
    const { layer: read, ok } = readUsdc(writeUsdc(layer));
    expect(ok).toBe(true);
    expect(read.root.children[0]?.children.map(({ name }) => name)).toEqual(names);
    expect(read.root.children[0]?.properties.map(({ name }) => name)).toEqual(names);
  }
});
