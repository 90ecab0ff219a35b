import { expect, test } from "vitest";
import { checkBom } from "./check-bom.ts";

const component = { type: "library", name: "a", version: "1.0.0", "bom-ref": "a@1.0.0", purl: "pkg:npm/a@1.0.0" };
const bom = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, components: [component] };

test("a document of the format", async () => {
  await expect(checkBom(JSON.stringify(bom))).resolves.toBeUndefined();
});

test.each([
  ["no version", { ...bom, specVersion: undefined }],
  ["an unknown field", { ...bom, unknown: 1 }],
  ["a component of an unknown type", { ...bom, components: [{ ...component, type: "thing" }] }],
  [
    "a licence that SPDX does not have",
    { ...bom, components: [{ ...component, licenses: [{ license: { id: "X" } }] }] },
  ],
])("%s is rejected", async (_, wrong) => {
  await expect(checkBom(JSON.stringify(wrong))).rejects.toThrow("CycloneDX 1.6");
});
