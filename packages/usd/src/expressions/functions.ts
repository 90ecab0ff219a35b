/** The functions of variable expressions. */
import { ExpressionError, type ExpressionValue, type ExpressionVariables } from "./expression-value.ts";

type Call = (values: readonly ExpressionValue[], variables: ExpressionVariables) => ExpressionValue;

/** A function, and the number of arguments that it accepts. */
interface FunctionDefinition {
  readonly min: number;
  readonly max: number;
  readonly call: Call;
}

const ANY = Number.POSITIVE_INFINITY;

const functions: ReadonlyMap<string, FunctionDefinition> = new Map<string, FunctionDefinition>([
  ["if", { min: 2, max: 3, call: choose }],
  ["eq", { min: 2, max: 2, call: ([a, b]) => isEqual("eq", a, b) }],
  ["neq", { min: 2, max: 2, call: ([a, b]) => !isEqual("neq", a, b) }],
  ["lt", { min: 2, max: 2, call: ([a, b]) => compare("lt", a, b) < 0 }],
  ["leq", { min: 2, max: 2, call: ([a, b]) => compare("leq", a, b) <= 0 }],
  ["gt", { min: 2, max: 2, call: ([a, b]) => compare("gt", a, b) > 0 }],
  ["geq", { min: 2, max: 2, call: ([a, b]) => compare("geq", a, b) >= 0 }],
  ["and", { min: 2, max: ANY, call: (values) => booleans("and", values).every((each) => each) }],
  ["or", { min: 2, max: ANY, call: (values) => booleans("or", values).some((each) => each) }],
  ["not", { min: 1, max: 1, call: (values) => !booleans("not", values)[0] }],
  ["contains", { min: 2, max: 2, call: contains }],
  ["at", { min: 2, max: 2, call: elementAt }],
  ["len", { min: 1, max: 1, call: ([value]) => BigInt(sequence("len", value).length) }],
  ["defined", { min: 1, max: ANY, call: areDefined }],
]);

/**
 * Returns the value of a call.
 *
 * @throws ExpressionError for an unknown function, and for arguments of another number or type
 */
export function callFunction(
  name: string,
  values: readonly ExpressionValue[],
  variables: ExpressionVariables,
): ExpressionValue {
  const found = functions.get(name);
  if (found === undefined) throw new ExpressionError(`Unknown function "${name}"`);
  if (values.length < found.min || values.length > found.max) {
    throw new ExpressionError(`The function "${name}" does not take ${values.length} arguments`);
  }
  return found.call(values, variables);
}

function choose([condition, yes, no]: readonly ExpressionValue[]): ExpressionValue {
  if (typeof condition !== "boolean") throw new ExpressionError(`Expected a boolean as the condition of "if"`);
  if (yes !== undefined && no !== undefined && typeOf(yes) !== typeOf(no)) {
    throw new ExpressionError(`Expected values of one type, or None, as the results of "if"`);
  }
  return condition ? yes : no;
}

function isEqual(name: string, a: ExpressionValue, b: ExpressionValue): boolean {
  sameType(name, a, b);
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

function compare(name: string, a: ExpressionValue, b: ExpressionValue): number {
  sameType(name, a, b);
  if (a === undefined || b === undefined || typeof a === "object" || typeof b === "object") {
    throw new ExpressionError(`Expected strings, integers or booleans as arguments of "${name}"`);
  }
  return a === b ? 0 : a < b ? -1 : 1;
}

function sameType(name: string, a: ExpressionValue, b: ExpressionValue): void {
  if (typeOf(a) !== typeOf(b)) throw new ExpressionError(`Expected arguments of one type for "${name}"`);
}

function booleans(name: string, values: readonly ExpressionValue[]): readonly boolean[] {
  return values.map((value) => {
    if (typeof value !== "boolean") throw new ExpressionError(`Expected booleans as arguments of "${name}"`);
    return value;
  });
}

function contains([within, value]: readonly ExpressionValue[]): boolean {
  if (typeof within === "string") {
    if (typeof value !== "string") throw new ExpressionError(`Expected a string to search for with "contains"`);
    return within.includes(value);
  }
  const list = sequence("contains", within);
  return typeof value !== "object" && value !== undefined && list.includes(value);
}

function elementAt([within, index]: readonly ExpressionValue[]): ExpressionValue {
  const items = sequence("at", within);
  if (typeof index !== "bigint") throw new ExpressionError(`Expected an integer as the index of "at"`);
  const found = items.at(Number(index));
  if (found === undefined) throw new ExpressionError(`The index ${index} of "at" is out of range`);
  return found;
}

function areDefined(values: readonly ExpressionValue[], variables: ExpressionVariables): boolean {
  return values.every((value) => {
    if (typeof value !== "string") throw new ExpressionError(`Expected names of variables as arguments of "defined"`);
    return variables.has(value);
  });
}

function sequence(name: string, value: ExpressionValue): readonly (string | boolean | bigint)[] {
  if (typeof value === "string") return Array.from(value);
  if (typeof value === "object") return value;
  throw new ExpressionError(`Expected a list or a string for "${name}"`);
}

function typeOf(value: ExpressionValue): string {
  if (typeof value !== "object") return typeof value;
  return value.length === 0 ? "list" : `list of ${typeof value[0]}`;
}
