// The parser overrides methods of chevrotain that are not part of its interface, and fills tables that its analysis
// fills otherwise. A new version may rename or change them; this test then fails before text is misread.
import { EmbeddedActionsParser, VERSION, createToken } from "chevrotain";
import { expect, test } from "vitest";
import { RecordingParser } from "../../../scripts/analyse-grammar.ts";
import { OneTokenLookahead } from "../../../scripts/one-token-lookahead.ts";
import { lookahead } from "../lookahead.generated.ts";
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import { tokenTypes } from "../tokens.ts";
import * as parts from "./chevrotain.generated.ts";
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
  expect(parts.VERSION).toBe(VERSION);
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
  const define = ($: RuleBuilder): Rule => {
    const part = $.RULE("part", () => undefined);
    return $.RULE("whole", () => {
      $.CONSUME1(type);
      $.subrule(3, part);
      $.OR2([{ ALT: () => undefined }]);
      $.OPTION1(() => undefined);
      $.MANY(() => undefined);
    });
  };
  class Recorder extends StreamParser {
    readonly whole = define(this as unknown as RuleBuilder);
    readonly own = this as unknown as Record<string, unknown>;
    run(): void {
      const { own } = this;
      own["consumeInternal"] = (_type: unknown, index: number) => calls.push(`consume ${index}`);
      own["subruleInternal"] = (rule: { ruleName: string; originalGrammarAction: unknown }, index: number) =>
        calls.push(`subrule ${rule.ruleName} ${typeof rule.originalGrammarAction} ${index}`);
      own["orInternal"] = (_alternatives: unknown, index: number) => calls.push(`or ${index}`);
      own["optionInternal"] = (_part: unknown, index: number) => calls.push(`option ${index}`);
      own["manyInternal"] = (index: number) => calls.push(`many ${index}`);
      (this.whole as unknown as { originalGrammarAction(): void }).originalGrammarAction();
    }
  }
  new Recorder().run();
  expect(calls).toEqual(["consume 1", "subrule part function 3", "or 2", "option 1", "many 0"]);

  const analysed = new RecordingParser(new OneTokenLookahead(tokenTypes), ($) => {
    $.RULE("empty", () => {
      $.OR2([{ ALT: () => $.CONSUME(type) }]);
      $.OPTION1(() => $.CONSUME1(type));
      $.MANY(() => $.consume(2, type));
    });
  }) as unknown as { lookAheadFuncsCache: object[] };
  expect(Object.keys(analysed.lookAheadFuncsCache[0] ?? {}).map(Number)).toEqual([(1 << 8) | 2, (2 << 8) | 1, 3 << 8]);
});
