import { describe, expect, test } from "vitest";
import { analyseGrammar, RecordingParser } from "../../../scripts/analyse-grammar.ts";
import { OneTokenLookahead } from "../../../scripts/one-token-lookahead.ts";
import { lookahead } from "../lookahead.generated.ts";
import type { LookaheadTable } from "./lookahead-table.ts";
import { tokenTypes } from "../tokens.ts";
import { makeGrammar } from "../usda-grammar.ts";

/** Returns the decision of a parser at each of its choices, by rule and chevrotain's number, for each token. */
function decisionsOf(parser: object): Record<string, (boolean | number | undefined)[]> {
  const { lookAheadFuncsCache: rules, shortRuleNameToFull: names } = parser as unknown as {
    lookAheadFuncsCache: (((this: unknown) => boolean | number | undefined)[] | undefined)[];
    shortRuleNameToFull: string[];
  };
  const decisions: Record<string, (boolean | number | undefined)[]> = {};
  for (const [rule, name] of names.entries()) {
    rules[rule]?.forEach((decide, key) => {
      const before = ({ tokenTypeIdx }: { tokenTypeIdx?: number | undefined }) => ({
        LA_FAST: () => ({ tokenTypeIdx }),
      });
      decisions[`${name} ${key}`] = tokenTypes.map((type) => decide.call(before(type)));
    });
  }
  return decisions;
}

describe("the lookahead table", () => {
  test("matches the rules", () => {
    expect(lookahead, "a rule has changed: run `npx -y pnpm@12 run lookahead`").toEqual(analyseGrammar());
  });

  test("decides as chevrotain's analysis does", () => {
    const decisions = decisionsOf(new RecordingParser(new OneTokenLookahead(tokenTypes)));
    expect(Object.keys(decisions).length).toBeGreaterThan(50);
    expect(decisionsOf(makeGrammar().parser)).toEqual(decisions);
  });

  const [first, ...others] = Object.entries(lookahead.rules);
  const foreign: Record<string, LookaheadTable> = {
    "another chevrotain": { ...lookahead, chevrotain: "13.2.1" },
    "one rule fewer": { ...lookahead, rules: Object.fromEntries(others) },
    "one rule more": { ...lookahead, rules: { ...lookahead.rules, another: {} } },
    "another order": { ...lookahead, rules: Object.fromEntries([...others, first]) },
    "an unknown token": { ...lookahead, rules: { ...lookahead.rules, layer: { OPTION: "RightParenthesiz" } } },
    "an unknown method": { ...lookahead, rules: { ...lookahead.rules, layer: { SOME: "Comma" } } },
  };
  test.each(Object.entries(foreign))("is rejected if it is for %s", (_, table) => {
    expect(() => makeGrammar(table)).toThrow("run `npx -y pnpm@12 run lookahead`");
  });

  test("does not let an alternative depend on more than one token", () => {
    const strategy = new OneTokenLookahead(tokenTypes);
    const { layer: rule } = new RecordingParser(new OneTokenLookahead(tokenTypes)).getGAstProductions();
    const ask = () => strategy.buildLookaheadForAlternation({ prodOccurrence: 0, rule, hasPredicates: true });
    expect(ask).toThrow("layer: alternatives take no GATE");
  });
});
