import { addedItems, type Spec } from "@usdkit/layer";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const PREFIX = "AuthorshipAPI:";

export const rule: StageRule = {
  meta: {
    id: "authorship-shadowed",
    summary: "An authorship record that another layer hides, or that two layers author",
    detail:
      "`AuthorshipAPI:NAME` records who made a prim. A stronger layer that lists or deletes API schemas takes the record away; two " +
      "layers with the same name mix their records, as for each field the strongest opinion counts.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdMediaValidators:ShadowedOrDuplicateAuthorship"],
  },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        for (const [record, [strongest, next]] of recordsOf(prim)) {
          const isApplied = prim.shape.apiSchemas.includes(record);
          if (isApplied && next === undefined) continue;
          const { layer, owner: spec } = isApplied ? next : strongest;
          const name = record.slice(PREFIX.length);
          report({
            message: isApplied
              ? `The authorship record "${name}" is mixed with one of a stronger layer.`
              : `The authorship record "${name}" is not on the stage: a stronger layer takes it away.`,
            hint: isApplied ? "Give each record a name of its own." : "Use `prepend apiSchemas` in the stronger layer.",
            at: { layer, spec, range: rangeOf(spec) },
          });
        }
      },
    };
  },
};

type Site = CheckedPrim["specs"][number];

/** Returns the specs that apply each record, strongest first. */
function recordsOf({ specs }: CheckedPrim): ReadonlyMap<string, readonly Site[]> {
  const found = new Map<string, Site[]>();
  for (const site of specs) {
    const value = site.owner.fields.get("apiSchemas")?.value;
    if (value?.kind !== "valueListOp") continue;
    for (const item of new Set(addedItems(value.listOp).map(String))) {
      if (!item.startsWith(PREFIX)) continue;
      const known = found.get(item);
      if (known === undefined) found.set(item, [site]);
      else known.push(site);
    }
  }
  return found;
}

function rangeOf({ fields, nameRange }: Spec): Spec["range"] {
  return fields.get("apiSchemas")?.entries[0]?.range ?? nameRange;
}

function examples(): StageExamples {
  const chair = (apis: string, keyword = "def Xform"): string => `${keyword} "Chair" (\n    ${apis}\n)\n{\n}`;
  const made = 'prepend apiSchemas = ["AuthorshipAPI:made"]';
  const layers = (apis: string): { metadata: string; files: Record<string, string> } => ({
    metadata: "subLayers = [@./part.usda@]",
    files: { "part.usda": `#usda 1.0\n\n${chair(apis)}\n` },
  });
  return {
    good: [
      scene("one record", chair(made)),
      scene("records of two layers", chair('prepend apiSchemas = ["AuthorshipAPI:edited"]', "over"), layers(made)),
      scene("another API schema in both", chair('prepend apiSchemas = ["CollectionAPI:a"]', "over"), {
        ...layers('prepend apiSchemas = ["CollectionAPI:a"]'),
      }),
    ],
    bad: [
      badScene("a record of two layers", chair(made, "over"), {
        ...layers(made),
        found: ['part.usda:4:5 warning: The authorship record "made" is mixed with one of a stronger layer.'],
      }),
      badScene("hidden by a list", chair('apiSchemas = ["CollectionAPI:a"]', "over"), {
        ...layers(made),
        found: [
          'part.usda:4:5 warning: The authorship record "made" is not on the stage: a stronger layer takes it away.',
        ],
      }),
      badScene("deleted", chair('delete apiSchemas = ["AuthorshipAPI:made"]', "over"), {
        ...layers(made),
        found: [
          'part.usda:4:5 warning: The authorship record "made" is not on the stage: a stronger layer takes it away.',
        ],
      }),
    ],
  };
}
