// Campaign: Comments under fixes: 20,000 scenes of the rules' examples, 5,000 composed layers, every file of the conformance set

// Fixes keep comments: as many of each text before and after, wherever they are, and in their order; and they leave no two empty lines.

import { visitLayer, type ByteRange, type Comment } from "@usdkit/layer";
import { applyEdits, parseUsda } from "@usdkit/usda";
import { checkScene, fixScene, rules, type CheckOptions } from "@usdkit/validate";
import * as fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { missing, readSource, readVerdicts } from "../conformance/corpus.ts";
import { TOKEN } from "../robustness/tokens.ts";
import { composedLayers } from "./fix-transforms.ts";

const TIMEOUT: number = inject("deep") ? 1_200_000 : 120_000;

/** What comments may contain that a search for a name, a value or a string could take for them. */
const CONTENTS = [
  "why",
  'xformOpOrder = ["xformOp:transform"]',
  '"xformOp:tranform", "xformOp:translate"',
  "focalLenght = 35; token[] xformOpsOrder",
  "} ] ) '",
  "def Mehs",
];

/** The text with comments at about one in `rarity` of its blanks and line ends, each another one. */
function withComments(text: string, { picks, rarity }: { picks: readonly number[]; rarity: number }): string {
  const tokens: readonly string[] = text.match(TOKEN) ?? [];
  const body = tokens.indexOf("\n") + 1;
  let at = 0;
  let count = 0;
  const pick = (): number => picks[at++ % picks.length] + at;
  const next = (): string => `c${++count} ${CONTENTS[pick() % CONTENTS.length]}`;
  return tokens
    .map((token, index) => {
      if (index < body || pick() % rarity !== 0) return token;
      if (token === "\n") {
        return [` # ${next()}\n`, `\n# ${next()}\n`, ` /* ${next()} */\n`, `\n\n  // ${next()}\n\n`][pick() % 4];
      }
      if (/^[ \t]+$/.test(token)) return ` /* ${next()} */ `;
      // Within brackets of values a line may end anywhere.
      if (/^[[,]$/.test(token)) return [`${token} # ${next()}\n`, `${token}/* ${next()}\n */`][pick() % 2];
      return token;
    })
    .join("");
}

const places = fc.record({
  picks: fc.array(fc.nat(10_000), { minLength: 60, maxLength: 60 }),
  rarity: fc.constantFrom(1, 2, 5, 20),
});

function commentsOf(text: Uint8Array): string[] {
  const { layer, diagnostics } = parseUsda(text);
  expect(diagnostics).toEqual([]);
  return layer.comments.map((each) => each.text.trimEnd()).toSorted();
}

/** The comments of a text that are not within a property's statement, in order. */
function commentsBetween(text: Uint8Array): string[] {
  const { layer } = parseUsda(text);
  const statements: ByteRange[] = [];
  visitLayer(layer, {
    attribute: (each) => void statements.push(...each.statements),
    relationship: (each) => void statements.push(...each.statements),
  });
  const isBetween = ({ range: { start } }: Comment): boolean =>
    !statements.some((each) => each.start <= start && start < each.end);
  return layer.comments.filter(isBetween).map((each) => each.text.trimEnd());
}

/** Applies each fix alone, and all of them together; returns how many there were. */
function checkFixes(text: Uint8Array, options: CheckOptions, where: string): number {
  const before = commentsOf(text);
  let fixes = 0;
  const between = commentsBetween(text);
  for (const finding of checkScene(text, options).findings) {
    for (const { title, edits } of finding.fixes) {
      fixes++;
      const fixed = applyEdits(text, edits);
      expect({ where, title, comments: commentsOf(fixed) }).toEqual({ where, title, comments: before });
      const known = new Set(between);
      const order = parseUsda(fixed).layer.comments.map((each) => each.text.trimEnd());
      const kept = order.filter((each) => known.has(each));
      expect({ where, title, comments: kept }).toEqual({ where, title, comments: between });
    }
  }
  if (fixes === 0) return 0;
  for (const unsafe of [false, true]) {
    const { source } = fixScene(text, { ...options, unsafe });
    expect({ where, unsafe, comments: commentsOf(source) }).toEqual({ where, unsafe, comments: before });
  }
  return fixes;
}

const textOf = (source: Uint8Array | string): string =>
  typeof source === "string" ? source : new TextDecoder().decode(source);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Every scene that a rule with a fix gives as an example; a comment is what `unused-disable` is about. */
const examples = rules
  .filter(({ meta }) => meta.fixable !== undefined && meta.id !== "unused-disable")
  .flatMap(({ meta, examples: make }) =>
    (make?.().bad ?? []).map((example) => ({
      source: example.source,
      options: {
        profile: example.profile ?? "offline",
        base: example.base,
        maxResolution: example.maxResolution,
        assets: example.assets,
        rules: meta.isOptIn === true ? { [meta.id]: meta.severity } : {},
      } satisfies CheckOptions,
    })),
  )
  .filter(({ source }) => parseUsda(source).ok);

describe("comments anywhere in a scene stay", () => {
  test("for fixes of every rule", { timeout: TIMEOUT }, () => {
    let fixes = 0;
    fc.assert(
      fc.property(fc.constantFrom(...examples), places, ({ source, options }, where) => {
        const text = bytesOf(withComments(textOf(source), where));
        if (parseUsda(text).ok) fixes += checkFixes(text, options, textOf(text));
      }),
      { numRuns: inject("deep") ? 20_000 : 400 },
    );
    expect(fixes).toBeGreaterThan(200);
  });

  test("for any composition of its ops", { timeout: TIMEOUT }, () => {
    let fixes = 0;
    fc.assert(
      fc.property(composedLayers, places, fc.boolean(), (source, where, isOneLine) => {
        const body = isOneLine ? source.replaceAll(/\n(?=(double|float|matrix|uniform|}))/g, "; ") : source;
        const text = bytesOf(withComments(body.replaceAll("{; ", "{ "), where));
        if (parseUsda(text).ok) fixes += checkFixes(text, { profile: "offline" }, textOf(text));
      }),
      { numRuns: inject("deep") ? 5_000 : 200 },
    );
    expect(fixes).toBeGreaterThan(100);
  });

  test.skipIf(missing !== undefined)("in files of the conformance set", { timeout: TIMEOUT }, () => {
    const files = readVerdicts("real").filter(
      ({ accept }, i) => accept === true && i % (inject("deep") ? 1 : 72) === 0,
    );
    let fixes = 0;
    for (const { file } of files) {
      const source = readSource("real", file);
      if (source.length > 20_000) continue;
      for (const rarity of [1, 3]) {
        const text = bytesOf(withComments(textOf(source), { picks: [7, 3, 90, 41, 5], rarity }));
        if (parseUsda(text).ok) fixes += checkFixes(text, { profile: "offline" }, `${file}, 1 in ${rarity}`);
      }
    }
    expect(fixes).toBeGreaterThan(50);
  });
});

test("fixes leave no double empty lines and no trailing blanks", { timeout: TIMEOUT }, () => {
  const spaced = fc
    .tuple(composedLayers, fc.array(fc.constantFrom("\n", "\n\n", "\n\n# c\n", " # d\n"), { minLength: 40 }))
    .map(([text, ends]) => {
      let i = 0;
      return text.replaceAll("\n", (_, at: number) => (at < 12 ? "\n" : ends[i++ % ends.length]));
    })
    .map((text) => text.replaceAll(/\n{3,}/g, "\n\n"))
    .filter((text) => parseUsda(text).ok);
  let fixes = 0;
  fc.assert(
    fc.property(spaced, (text) => {
      const { source, applied } = fixScene(text, { profile: "offline", unsafe: true });
      fixes += applied;
      const fixed = textOf(source);
      expect([text, fixed, /\n[ \t]*\n[ \t]*\n/.test(fixed), /[ \t]\n/.test(fixed)]).toEqual([
        text,
        fixed,
        false,
        false,
      ]);
    }),
    { numRuns: inject("deep") ? 5_000 : 60 },
  );
  expect(fixes).toBeGreaterThan(100);
});
