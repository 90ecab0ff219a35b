import { parseUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { writeUsdc } from "../write/write-usdc.ts";
import { CrateType } from "./crate-type.ts";

const TEXT = "#usda 1.0\ndef A\n{\n    double a.timeSamples = { 1: 2.1, 2: 3.1, 4: 5.1 }\n}\n";

test("attributes with the same times share them", () => {
  const twice = TEXT.replace("}\n}", "}\n    double b.timeSamples = { 1: 7.1, 2: 8.1, 4: 9.1 }\n}");
  const { layer, ok } = readUsdc(writeUsdc(parseUsda(twice).layer));
  expect(ok).toBe(true);
  const times = layer.root.children[0].properties.map((property) =>
    property.specType === "attribute" ? property.timeSamples?.times : undefined,
  );
  expect([...(times[0] ?? [])]).toEqual([1, 2, 4]);
  expect(times[1]).toBe(times[0]);
});

test("time samples that have time samples as their times are reported, not followed", () => {
  const bytes = writeUsdc(parseUsda(TEXT).layer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isTimes = (at: number): boolean => view.getUint32(at + 4, true) === CrateType.doubleVector << 16;
  const places = Array.from({ length: bytes.length - 8 }, (_, at) => at).filter(isTimes);
  expect(places.length).toBeGreaterThan(0);
  let rejected = 0;
  for (const at of places) {
    const original = bytes.slice();
    view.setUint32(at + 4, CrateType.timeSamples << 16, true);
    for (let payload = 88; payload < bytes.length; payload++) {
      view.setUint32(at, payload, true);
      const { ok, diagnostics } = readUsdc(bytes);
      if (diagnostics.some(({ message }) => message.includes("no list of times"))) rejected++;
      expect(ok).toBe(false);
    }
    bytes.set(original);
  }
  expect(rejected).toBeGreaterThan(0);
});
