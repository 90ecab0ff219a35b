/** Checks whether the atoms of a value fit a scalar kind, as in the reference. */
import { TokenKind } from "../../scan/token-kinds.ts";
import type { ScalarKind } from "@usdkit/layer";
import type { ValueAtoms } from "./value-atoms.ts";
import { INTEGER_RANGES } from "./value-atoms.ts";

/** The reasons why a value does not fit. */
export interface ValueProblem {
  readonly code: "USDA_VALUE_TYPE" | "USDA_VALUE_RANGE" | "USDA_VALUE_SHAPE";
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the reason why the atom is not a value of this kind; undefined if it is one. */
export function atomProblem(atoms: ValueAtoms, kind: ScalarKind, index: number): ValueProblem | undefined {
  const token = atoms.kinds[index];
  switch (kind) {
    case "string":
    case "token":
    case "pathExpression":
      return token === TokenKind.string ? undefined : wrong(atoms, kind, index, "a quoted string");
    case "asset":
      if (token === TokenKind.asset || token === TokenKind.string) return undefined;
      return wrong(atoms, kind, index, "an asset path (@…@)");
    case "bool":
      return booleanProblem(atoms, index);
    case "half":
    case "float":
    case "double":
    case "timecode":
      return atoms.isReal(index) ? undefined : wrong(atoms, kind, index, "a number");
    case "opaque":
      return wrong(atoms, kind, index, "no value (an opaque attribute has none)");
    default:
      return integerProblem(atoms, kind, index);
  }
}

function booleanProblem(atoms: ValueAtoms, index: number): ValueProblem | undefined {
  const token = atoms.kinds[index];
  if (token === TokenKind.number) return undefined;
  if (token === TokenKind.identifier || token === TokenKind.string) {
    if (atoms.isBooleanText(index) || atoms.isMathWord(index)) return undefined;
  }
  return wrong(atoms, "bool", index, "true, false, 1 or 0");
}

function integerProblem(atoms: ValueAtoms, kind: ScalarKind, index: number): ValueProblem | undefined {
  if (atoms.kinds[index] !== TokenKind.number) return wrong(atoms, kind, index, "a whole number");
  const start = atoms.starts[index];
  const end = atoms.ends[index];
  const bytes = atoms.bytes;
  // The common case: a few digits, in every range except the unsigned and the small.
  if (end - start <= 9 && (kind === "int" || kind === "int64")) {
    let i = start + (bytes[start] === 45 ? 1 : 0);
    while (i < end && bytes[i] >= 48 && bytes[i] <= 57) i++;
    if (i === end) return undefined;
  }
  const value = atoms.integer(index);
  const [low, high] = INTEGER_RANGES[kind];
  if (value !== undefined && value >= low && value <= high && fitsAsReal(atoms, index, low)) return undefined;
  return {
    code: "USDA_VALUE_RANGE",
    message: `The number does not fit ${kind} (${low} to ${high}).`,
    start,
    end,
  };
}

/** A number that is not an integer literal must be above `low - 1` as a double: -2^63 itself is not. */
function fitsAsReal(atoms: ValueAtoms, index: number, low: bigint): boolean {
  return atoms.isIntegerLiteral(index) || atoms.real(index) > Number(low) - 1;
}

function wrong(atoms: ValueAtoms, kind: ScalarKind, index: number, wanted: string): ValueProblem {
  return {
    code: "USDA_VALUE_TYPE",
    message: `${/^[aeio]/.test(kind) ? "An" : "A"} ${kind} takes ${wanted}.`,
    start: atoms.starts[index],
    end: atoms.ends[index],
  };
}
