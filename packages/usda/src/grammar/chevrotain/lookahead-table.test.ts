import { LLkLookaheadStrategy } from "chevrotain";
import type { ILookaheadStrategy } from "chevrotain";
import { describe, expect, test } from "vitest";
import { analyseGrammar, RecordingParser } from "../../../scripts/analyse-grammar.ts";
import { OneTokenLookahead } from "../../../scripts/one-token-lookahead.ts";
import { lookahead } from "../lookahead.generated.ts";
import { indexOf, readLookahead } from "./lookahead-table.ts";
import type { LookaheadTable } from "./lookahead-table.ts";
import { tokenTypes } from "../tokens.ts";
import { makeGrammar } from "../usda-grammar.ts";

type Decide = (this: object) => boolean | number | undefined;

/** Chevrotain's own analysis: its decision before each token, by rule, method and number. */
class FullLookahead extends LLkLookaheadStrategy {
  readonly decisions: Record<string, number[]> = {};

  override buildLookaheadForAlternation(options: Parameters<ILookaheadStrategy["buildLookaheadForAlternation"]>[0]) {
    const decide = super.buildLookaheadForAlternation(options);
    this.note(`${options.rule.name} or ${options.prodOccurrence}`, decide as Decide);
    return decide;
  }

  override buildLookaheadForOptional(options: Parameters<ILookaheadStrategy["buildLookaheadForOptional"]>[0]) {
    const decide = super.buildLookaheadForOptional(options);
    const method = options.prodType === "Option" ? "option" : "many";
    this.note(`${options.rule.name} ${method} ${options.prodOccurrence}`, decide);
    return decide;
  }

  private note(place: string, decide: Decide): void {
    this.decisions[place] = tokenTypes.map((type) =>
      Number(decide.call({ LA_FAST: () => type, LA: () => type }) ?? -1),
    );
  }
}

describe("the lookahead table", () => {
  test("matches the rules", () => {
    expect(lookahead, "a rule has changed: run `npx -y pnpm@12 run lookahead`").toEqual(analyseGrammar());
  });

  test("decides as chevrotain's analysis does", () => {
    const analysis = new FullLookahead({ maxLookahead: 1 });
    expect(new RecordingParser(analysis).getGAstProductions()).toHaveProperty("layer");
    expect(Object.keys(analysis.decisions).length).toBeGreaterThan(50);
    const decisions: Record<string, number[]> = {};
    for (const [rule, methods] of readLookahead(tokenTypes, lookahead)) {
      for (const [method, tables] of Object.entries(methods) as [string, Int16Array[]][]) {
        tables.forEach((table, number) => {
          decisions[`${rule} ${method} ${number}`] = tokenTypes.map((type) => table[indexOf(type)]);
        });
      }
    }
    expect(decisions).toEqual(analysis.decisions);
  });

  const { layer: _, ...others } = lookahead;
  const foreign: Record<string, LookaheadTable> = {
    "one rule fewer": others,
    "one rule more": { ...lookahead, another: {} },
    "an unknown token": { ...lookahead, layer: { OPTION: "RightParenthesiz" } },
    "an unknown method": { ...lookahead, layer: { SOME: "Comma" } },
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
