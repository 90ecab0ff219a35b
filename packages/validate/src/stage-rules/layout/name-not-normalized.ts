import type { StageRule, StageExamples, StageRuleContext } from "../../rule/stage-rule.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import { quote } from "../../scene/quote.ts";

const NOT_ASCII = /[^\0-\x7f]/u;

export const rule: StageRule = {
  meta: {
    id: "name-not-normalized",
    summary: "A name that is not in Unicode Normalization Form C, or looks like that of a sibling",
    detail:
      "The same letter can be one code point (é) or several (e and an accent): USD takes such names for different ones, people and " +
      "many programs do not. Names of prims, properties, variant sets and variants should be composed (NFC); names of siblings should " +
      "differ in every normalization form.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:UnicodeNameChecker"],
  },
  population: "all",
  examples,
  checkStage(context) {
    const { note } = context;
    return {
      prim(prim) {
        if (NOT_ASCII.test(prim.name)) note(prim.path.slice(0, prim.path.lastIndexOf("/")));
        if (isDecomposed(prim.name)) {
          context.report({ message: messageOf("prim", prim.name), hint: HINT, at: { prim: prim.path } });
        }
        if (prim.shape.hasVariantSets) checkVariants(context, prim);
        for (const [name] of prim.properties) {
          if (!isDecomposed(name)) continue;
          context.report({ message: messageOf("property", name), hint: HINT, at: { prim: prim.path, property: name } });
        }
      },
      end(facts) {
        for (const parent of new Set(Array.from(facts, ({ fact }) => String(fact)))) checkSiblings(context, parent);
      },
    };
  },
};

const HINT = 'Write the composed characters: `name.normalize("NFC")` in JavaScript, `unicodedata.normalize` in Python.';

function isDecomposed(name: string): boolean {
  return NOT_ASCII.test(name) && name.normalize("NFC") !== name;
}

function messageOf(what: string, name: string): string {
  return `The name of the ${what} ${quote(name)} is not in Normalization Form C.`;
}

function checkVariants({ report }: StageRuleContext, { specs }: CheckedPrim): void {
  for (const { layer, owner } of specs) {
    for (const set of owner.variantSets) {
      const names = [
        ["variant set", set.name, set],
        ...set.variants.map((each) => ["variant", each.name, each] as const),
      ] as const;
      for (const [what, name, { nameRange }] of names) {
        if (!isDecomposed(name)) continue;
        report({ message: messageOf(what, name), hint: HINT, at: { layer, spec: owner, range: nameRange } });
      }
    }
  }
}

/** @param parent "" for the root prims */
function checkSiblings({ stage, look, report }: StageRuleContext, parent: string): void {
  const siblings =
    parent === ""
      ? stage.children(0).flatMap((id) => look(stage.paths.text(id)) ?? [])
      : (look(parent)?.children ?? []);
  const known = new Map<string, CheckedPrim>();
  for (const prim of siblings) {
    const key = NOT_ASCII.test(prim.name) ? prim.name.normalize("NFKC") : prim.name;
    const other = known.get(key);
    if (other === undefined) known.set(key, prim);
    else {
      report({
        message: `The names ${quote(other.name)} and ${quote(prim.name)} of siblings are the same text.`,
        hint: "Rename one of the prims.",
        at: { prim: other.path },
        related: [{ message: "The other prim.", at: { prim: prim.path } }],
      });
    }
  }
}

function examples(): StageExamples {
  const composed = "Caf\u00e9";
  const decomposed = "Cafe\u0301";
  return {
    good: [
      scene("letters of ASCII", 'def Xform "Cafe"\n{\n    double size = 1\n}'),
      scene("composed letters", `def Xform "${composed}"\n{\n    double gr\u00f6\u00dfe = 1\n}`),
      scene("letters of another alphabet", 'def Xform "\u0414\u043e\u043c"\n{\n}\n\ndef Xform "\u5bb6"\n{\n}'),
    ],
    bad: [
      badScene("a prim", `def Xform "${decomposed}"\n{\n}`, {
        found: [`3:12 warning: ${messageOf("prim", decomposed)}`],
      }),
      badScene("a property", 'def Xform "A"\n{\n    double u\u0308ber = 1\n}', {
        found: [`5:5 warning: ${messageOf("property", "u\u0308ber")}`],
      }),
      badScene("siblings", `def Xform "${composed}"\n{\n}\n\ndef Xform "${decomposed}"\n{\n}`, {
        found: [
          `3:12 warning: The names ${quote(composed)} and ${quote(decomposed)} of siblings are the same text.`,
          `7:12 warning: ${messageOf("prim", decomposed)}`,
        ],
      }),
      badScene(
        "a variant",
        `def Xform "A" (\n    variantSets = "look"\n)\n{\n    variantSet "look" = {\n        "ro\u0302t" {\n        }\n    }\n}`,
        { found: [`8:10 warning: ${messageOf("variant", "ro\u0302t")}`] },
      ),
    ],
  };
}
