// The parser overrides methods of chevrotain that are not part of its interface, and fills tables that its analysis
// fills otherwise. A new version may rename or change them; this test then fails before text is misread.
import { EmbeddedActionsParser, VERSION, createToken } from "chevrotain";
import { expect, test } from "vitest";
import { lookahead } from "../lookahead.generated.ts";
import { tokenTypes } from "../tokens.ts";
import { OneTokenLookahead } from "./one-token-lookahead.ts";
import { StreamParser } from "./stream-parser.ts";

type Members = Readonly<Record<string, unknown>>;

/** Overridden methods with their number of parameters in chevrotain 13. */
const OVERRIDDEN = {
  consumeInternal: 3,
  subruleInternal: 3,
  orInternal: 2,
  optionInternal: 2,
  manyInternal: 2,
  consumeInternalError: 3,
  raiseNoAltException: 2,
  raiseEarlyExitException: 3,
  LA: 1,
  LA_FAST: 1,
  consumeToken: 0,
  exportLexerState: 0,
};

/** Members that the lookahead table is installed in. */
const FILLED = ["selfAnalysisDone", "definedRulesNames", "fullRuleNameToShort", "lookAheadFuncsCache"];

test("the table was generated with the installed version", () => {
  expect(lookahead.chevrotain).toBe(VERSION);
});

test.each(Object.entries(OVERRIDDEN))(
  "%s is a method of chevrotain's parser with %i parameters",
  (name, parameters) => {
    const method = (EmbeddedActionsParser.prototype as unknown as Members)[name];
    expect(method).toBeTypeOf("function");
    expect((method as (...values: unknown[]) => unknown).length).toBe(parameters);
    expect(Object.hasOwn(StreamParser.prototype, name)).toBe(true);
  },
);

test.each(FILLED)("chevrotain's parser has %s", (name) => {
  expect(new EmbeddedActionsParser([createToken({ name: "A", pattern: /a/ })])).toHaveProperty(name);
});

test("rules call the overridden methods, and find their lookahead by the same numbers", () => {
  const calls: string[] = [];
  const [type] = tokenTypes;
  class Recorder extends StreamParser {
    readonly part = this.RULE("part", () => undefined);
    readonly whole = this.RULE("whole", () => {
      this.CONSUME2(type);
      this.SUBRULE3(this.part);
      this.OR4([{ ALT: () => undefined }]);
      this.OPTION5(() => undefined);
      this.MANY6(() => undefined);
    });
    constructor() {
      super(new OneTokenLookahead(tokenTypes));
      const own = this as unknown as Record<string, unknown>;
      own["consumeInternal"] = (_type: unknown, index: number) => calls.push(`consume ${index}`);
      own["subruleInternal"] = (rule: { ruleName: string; originalGrammarAction: unknown }, index: number) =>
        calls.push(`subrule ${rule.ruleName} ${typeof rule.originalGrammarAction} ${index}`);
      own["orInternal"] = (_alternatives: unknown, index: number) => calls.push(`or ${index}`);
      own["optionInternal"] = (_part: unknown, index: number) => calls.push(`option ${index}`);
      own["manyInternal"] = (index: number) => calls.push(`many ${index}`);
      const table = new Map<number, unknown>();
      own["setLaFuncCache"] = (_rule: number, key: number, decide: unknown) => table.set(key, decide);
      own["LA_FAST"] = () => ({ tokenTypeIdx: 0 });
      this.performSelfAnalysis();
      expect([...table.keys()].toSorted((a, b) => a - b)).toEqual([(1 << 8) | 4, (2 << 8) | 5, (3 << 8) | 6]);
      (own["whole"] as { originalGrammarAction(): void }).originalGrammarAction();
    }
  }
  expect(new Recorder()).toBeInstanceOf(StreamParser);
  expect(calls).toEqual(["consume 2", "subrule part function 3", "or 4", "option 5", "many 6"]);
});
