import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { targetRows } from "./target-rows.ts";

const variants = (body: string): string =>
  `(\n    prepend variantSets = "look"\n    variants = {\n        string look = "red"\n    }${body}\n)\n{\n    variantSet "look" = {\n        "red" {\n        }\n    }\n}\n`;

test("selected variants are places for edits in each layer that has them", async () => {
  const texts = {
    "root.usda": `#usda 1.0\n\ndef "A" ${variants("\n    references = @chair.usda@</Chair>")}`,
    "chair.usda": `#usda 1.0\n\ndef "Chair" ${variants("")}`,
  };
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  expect(targetRows({ stage, name: (identifier) => identifier }, "/A")).toEqual([
    { target: null, label: "root.usda (root layer)" },
    { target: "chair.usda", label: "chair.usda (behind an arc)" },
    { target: "/A{look=red}", label: "variant /A{look=red}" },
    { target: "chair.usda</A{look=red}>", label: "variant /A{look=red} of chair.usda" },
  ]);
});
