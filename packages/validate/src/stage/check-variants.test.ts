import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { layerText } from "../examples/stage-files.ts";
import { stageRules } from "../stage-rules/index.ts";
import { checkVariants, type VariantFindings, type VariantOptions } from "./check-variants.ts";
import { StageCheck } from "./stage-check.ts";

const chair = layerText(
  `def Xform "Chair" (
    prepend variantSets = ["look", "size"]
    variants = {
        string look = "red"
        string size = "big"
    }
)
{
    variantSet "look" = {
        "blue" (
            prepend variantSets = "shade"
            variants = {
                string shade = "dark"
            }
        ) {
            variantSet "shade" = {
                "dark" {
                }
                "light" {
                    rel shade = </Chair/Light>
                }
            }
        }
        "red" {
            rel look = </Chair/Red>
        }
    }
    variantSet "size" = {
        "big" {
            def Scope "Red"
            {
            }
        }
        "small" {
        }
    }
}`,
);
const shot = layerText(
  ["A", "B"].map((name) => `def "${name}" (\n    references = @./chair.usda@</Chair>\n)\n{\n}`).join("\n\n"),
);

async function check(options: VariantOptions = {}): Promise<VariantFindings & { readonly own: number }> {
  const encoder = new TextEncoder();
  const files = new Map(
    Object.entries({ "shot.usda": shot, "chair.usda": chair }).map(([name, text]) => [name, encoder.encode(text)]),
  );
  const stage = await Stage.open("shot.usda", { resolver: memoryResolver(files), variants: options.selections });
  const rules = stageRules.filter(({ meta }) => meta.id === "target-missing");
  const checked = new StageCheck(stage, { rules });
  for (const _ of checked.run());
  const before = [...stage.traverse()];
  const steps = checkVariants(checked, { rules }, options);
  let step = await steps.next();
  while (step.done !== true) step = await steps.next();
  expect([...stage.traverse()]).toEqual(before);
  return { ...step.value, own: checked.findings().length };
}

test("each combination of variants of a prim is checked, those of nested sets too, and prims that are alike once", async () => {
  const { findings, checked, left, own } = await check();
  expect(own).toBe(0);
  expect(findings.map(({ variants, finding }) => `${variants} ${finding.message}`)).toEqual([
    '/A{look=red}{size=small} The target </Chair/Red> of "look" leads to nothing on the stage.',
    '/A{look=blue}{size=big}{shade=light} The target </Chair/Light> of "shade" leads to nothing on the stage.',
  ]);
  expect([checked, left]).toEqual([5, 0]);
});

test("sets that are selected for the stage are not varied, and the number of combinations is limited", async () => {
  const fixed = await check({ selections: { "/A": { size: "small" }, "/B": { look: "red", size: "big" } } });
  expect([fixed.own, fixed.checked]).toEqual([1, 2]);
  const limited = await check({ maxCombinations: 1 });
  expect([limited.checked, limited.left]).toEqual([1, 3]);
});
