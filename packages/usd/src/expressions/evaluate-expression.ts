/**
 * Variable expressions in asset paths and variant selections: `` `"./${SHOT}.usda"` ``, `` `if(${FINAL}, "hi", "lo")` `` (AOUSD
 * Core specification, variable expressions).
 */
import { ExpressionError, type ExpressionValue, type ExpressionVariables } from "./expression-value.ts";
import { callFunction } from "./functions.ts";

/** The value of an expression, or why it has none. */
export interface EvaluatedExpression {
  readonly value: ExpressionValue;
  readonly error?: string | undefined;
}

/** Calls in calls, and variables whose values are expressions. */
const MAX_NESTING = 64;
const NAME = /[A-Za-z_]\w*/uy;
const INTEGER = /-?\d+/uy;
const WORDS: ReadonlyMap<string, ExpressionValue> = new Map<string, ExpressionValue>([
  ["True", true],
  ["true", true],
  ["False", false],
  ["false", false],
  ["None", undefined],
  ["none", undefined],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

/** Whether a text is a variable expression and not a literal value. */
export function isExpression(text: string): boolean {
  return text.length > 1 && text.startsWith("`") && text.endsWith("`");
}

/**
 * Returns the value of an expression.
 *
 * ```ts
 * evaluateExpression('`"./${SHOT}.usda"`', new Map([["SHOT", "s1"]])); // { value: "./s1.usda" }
 * ```
 */
export function evaluateExpression(text: string, variables: ExpressionVariables): EvaluatedExpression {
  try {
    return { value: new Evaluator(text, variables, []).evaluate() };
  } catch (error) {
    if (error instanceof ExpressionError) return { value: undefined, error: error.message };
    throw error;
  }
}

/** Reads an expression and computes its value in one pass. Nesting is limited, so that it does not exhaust the call stack. */
class Evaluator {
  private readonly text: string;
  private readonly variables: ExpressionVariables;
  /** The variables whose expressions are evaluated, the outermost first. */
  private readonly outer: readonly string[];
  private at = 1;
  private nesting = 0;

  constructor(text: string, variables: ExpressionVariables, outer: readonly string[]) {
    this.text = text;
    this.variables = variables;
    this.outer = outer;
    if (outer.length > MAX_NESTING) throw new ExpressionError(`Variables nest deeper than ${MAX_NESTING}`);
  }

  evaluate(): ExpressionValue {
    const value = this.body();
    if (this.at !== this.text.length - 1) throw this.unexpected();
    return value;
  }

  private body(): ExpressionValue {
    return this.text[this.at] === "[" ? this.list() : this.scalar();
  }

  private scalar(): ExpressionValue {
    const { text } = this;
    const first = text[this.at];
    if (first === '"' || first === "'") return this.string(first);
    if (text.startsWith("${", this.at)) {
      const name = this.variableName();
      if (!this.variables.has(name)) throw new ExpressionError(`The variable "${name}" has no value`);
      return this.variable(name);
    }
    const number = this.match(INTEGER);
    if (number !== undefined) return BigInt.asIntN(64, BigInt(number));
    const name = this.match(NAME);
    if (name === undefined) throw this.unexpected();
    const isCall = /^ *\(/u.test(text.slice(this.at, this.at + MAX_BLANKS));
    if (!isCall && WORDS.has(name)) return WORDS.get(name);
    return this.call(name);
  }

  private call(name: string): ExpressionValue {
    this.skipBlanks();
    this.expect("(");
    if (++this.nesting > MAX_NESTING) throw new ExpressionError(`Calls nest deeper than ${MAX_NESTING}`);
    const values = this.items(")", () => this.body());
    this.nesting--;
    this.skipBlanks();
    return callFunction(name, values, this.variables);
  }

  private list(): ExpressionValue {
    this.expect("[");
    const values: (string | boolean | bigint)[] = [];
    for (const value of this.items("]", () => this.scalar())) {
      if (
        value === undefined ||
        typeof value === "object" ||
        (values.length > 0 && typeof value !== typeof values[0])
      ) {
        throw new ExpressionError(`The elements of a list must be strings, integers or booleans, all of one type`);
      }
      values.push(value);
    }
    return values;
  }

  private items(close: string, read: () => ExpressionValue): readonly ExpressionValue[] {
    const values: ExpressionValue[] = [];
    this.skipBlanks();
    if (this.text[this.at] !== close) {
      for (;;) {
        values.push(read());
        this.skipBlanks();
        if (this.text[this.at] !== ",") break;
        this.at++;
        this.skipBlanks();
      }
    }
    this.expect(close);
    return values;
  }

  private string(quote: string): string {
    const { text } = this;
    let out = "";
    this.at++;
    for (;;) {
      const character = text[this.at];
      if (this.at >= text.length - 1) throw new ExpressionError(`Unterminated string in the expression ${text}`);
      if (character === quote) {
        this.at++;
        return out;
      }
      if (text.startsWith("${", this.at)) {
        out += this.substitute(this.variableName());
      } else if (character === "\\") {
        const escaped = text[this.at + 1] ?? "";
        out += ESCAPES.get(escaped) ?? escaped;
        this.at += 2;
      } else {
        out += character;
        this.at++;
      }
    }
  }

  private substitute(name: string): string {
    // The reference leaves a variable without a value in the string as it is.
    if (!this.variables.has(name)) return `\${${name}}`;
    const value = this.variable(name) ?? "";
    if (typeof value === "string") return value;
    throw new ExpressionError(`Expected a string as the value of the variable "${name}"`);
  }

  private variable(name: string): ExpressionValue {
    if (this.outer.includes(name)) throw new ExpressionError(`The variable "${name}" refers to itself`);
    const value = this.variables.get(name);
    if (typeof value !== "string" || !isExpression(value)) return value;
    return new Evaluator(value, this.variables, [...this.outer, name]).evaluate();
  }

  private variableName(): string {
    this.at += 2;
    const name = this.match(NAME);
    if (name === undefined) throw this.unexpected();
    this.expect("}");
    return name;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private expect(character: string): void {
    if (this.text[this.at] !== character) throw this.unexpected();
    this.at++;
  }

  private skipBlanks(): void {
    while (this.text[this.at] === " ") this.at++;
  }

  private unexpected(): ExpressionError {
    return new ExpressionError(`Unexpected character ${this.at + 1} in the expression ${this.text}`);
  }
}

/** Blanks between the name of a function and its arguments that are looked through. */
const MAX_BLANKS = 64;
