import { fieldDefinitions } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { lookupMetadata } from "./metadata.ts";
import { listOperationWords, reservedWords } from "./reserved-words.ts";

describe("metadata words", () => {
  test.each([
    ["layer", "upAxis", "field"],
    ["prim", "upAxis", "unregistered"],
    ["layer", "active", "unregistered"],
    ["layer", "relocates", "keyword"],
    ["prim", "relocates", "rejected"],
    ["layer", "kind", "rejected"],
    ["prim", "kind", "keyword"],
    ["attribute", "kind", "rejected"],
    ["layer", "customData", "rejected"],
    ["layer", "assetInfo", "unregistered"],
    ["layer", "comment", "rejected"],
    ["layer", "primOrder", "rejected"],
    ["attribute", "primOrder", "unregistered"],
    ["prim", "doc", "keyword"],
    ["prim", "documentation", "field"],
    ["prim", "typeName", "field"],
    ["attribute", "typeName", "rejected"],
    ["relationship", "typeName", "unregistered"],
    ["prim", "inheritPaths", "rejected"],
    ["prim", "payloads", "unregistered"],
    ["attribute", "inherits", "rejected"],
    ["attribute", "displayUnit", "keyword"],
    ["relationship", "displayUnit", "rejected"],
    ["variant", "variantSets", "keyword"],
    ["relationship", "prefixSubstitutions", "rejected"],
    ["prim", "linear", "rejected"],
    ["prim", "edit", "unregistered"],
  ] as const)("%s: %s is %s", (kind, word, expected) => {
    expect(lookupMetadata(kind, word).kind).toBe(expected);
  });

  test("keywords that set fields of other names", () => {
    const field = (word: string): string | undefined => {
      const found = lookupMetadata("prim", word);
      return found.kind === "keyword" ? found.field.name : undefined;
    };
    expect(["doc", "inherits", "variants", "variantSets", "payload"].map(field)).toEqual([
      "documentation",
      "inheritPaths",
      "variantSelection",
      "variantSetNames",
      "payload",
    ]);
  });

  test("every keyword is reserved", () => {
    const keywords = [...fieldDefinitions.values()].flatMap(
      (field) => field.keyword ?? (field.syntax === "keyword" ? field.name : []),
    );
    expect(keywords).toHaveLength(17);
    expect([...keywords, ...listOperationWords].filter((word) => !reservedWords.has(word))).toEqual([]);
    expect(reservedWords.size).toBe(56);
    expect(["true", "inf", "edit", "comment", "variantSet"].filter((word) => reservedWords.has(word))).toEqual([
      "variantSet",
    ]);
  });
});
