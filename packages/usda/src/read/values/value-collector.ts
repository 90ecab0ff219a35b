/**
 * Collects the atoms of one value (`1`, `(1, 2)`, `["a", "b"]`), checks its shape as the reference does, and converts
 * it to a type, to check it or to keep it.
 */
import type { NumericArray, TypedValue, ValueData, ScalarKind, ValueType } from "@usdkit/layer";
import { counted, floatToHalfBits, halfBitsToFloat } from "@usdkit/base";
import type { NameTable } from "../../scan/name-table.ts";
import type { NumericKind } from "../../scan/numeric-kinds.ts";
import { newNumericArray } from "../../scan/numeric-kinds.ts";
import { TokenKind } from "../../scan/token-kinds.ts";
import type { ValueProblem } from "./atom-problem.ts";
import { atomProblem } from "./atom-problem.ts";
import { ValueAtoms } from "./value-atoms.ts";

/** Returns the storage of a scalar kind's numbers, or undefined for text. */
export function numericKindOf(kind: ScalarKind): NumericKind | undefined {
  switch (kind) {
    case "string":
    case "token":
    case "asset":
    case "pathExpression":
    case "opaque":
      return undefined;
    case "timecode":
      return "double";
    default:
      return kind;
  }
}

/** Memory of deeper values is released before the next. */
const KEPT_DEPTH = 64;

export class ValueCollector {
  private readonly atoms: ValueAtoms = new ValueAtoms();

  // The shape so far, in the reference's terms.
  private dim = 0;
  private pushDim = -1;
  private shapeDepth = 0;
  private shape: number[] = [];
  private workingShape: number[] = [];
  private tupleDepth = 0;
  private readonly tupleLeft: number[] = [];
  private tupleDims: readonly number[] = [];
  /** The first problem; the rest is still collected, to find the end of the value. */
  private problem: ValueProblem | undefined;
  private type: ValueType | undefined;

  /** @param type the expected type; undefined to collect without a type */
  begin(bytes: Uint8Array, table: NameTable, type: ValueType | undefined): void {
    this.atoms.begin(bytes, table);
    this.type = type;
    this.tupleDims = type?.dims ?? [];
    this.dim = 0;
    this.pushDim = -1;
    this.shapeDepth = 0;
    if (this.shape.length > KEPT_DEPTH) {
      this.shape = [];
      this.workingShape = [];
    }
    this.tupleDepth = 0;
    this.problem = undefined;
  }

  atom(kind: number, start: number, end: number, name: number): void {
    this.atoms.add(kind, start, end, name);
    if (this.pushDim === -1) this.pushDim = this.dim;
    else if (this.pushDim !== this.dim) this.misshape("Values are at different depths of the list.", start, end);
    if (this.tupleDepth === 0) {
      if (this.dim > 0) this.workingShape[this.dim - 1]++;
    } else if (this.tupleDepth === this.tupleDims.length) this.tupleLeft[this.tupleDepth - 1]--;
  }

  beginList(): void {
    this.dim++;
    if (this.dim > this.shapeDepth) {
      this.shape[this.shapeDepth] = 0;
      this.workingShape[this.shapeDepth++] = 0;
    }
  }

  endList(start: number, end: number): void {
    const index = this.dim - 1;
    if (this.shape[index] === 0) {
      this.shape[index] = this.workingShape[index];
      if (this.shape[index] === 0) this.misshape("A list inside of the value has no elements.", start, end);
    } else if (this.shape[index] !== this.workingShape[index]) {
      this.misshape(
        `This list has ${counted(this.workingShape[index], "element")}, the one before it ${this.shape[index]}.`,
        start,
        end,
      );
    }
    this.workingShape[index] = 0;
    this.dim--;
    if (this.dim > 0) this.workingShape[this.dim - 1]++;
  }

  beginTuple(start: number, end: number): void {
    if (this.type !== undefined && this.tupleDepth >= this.tupleDims.length) {
      this.misshape(
        this.tupleDims.length === 0
          ? `A value of type ${this.type.name} is not a tuple.`
          : `The tuple is nested deeper than ${this.type.name} has dimensions (${this.tupleDims.length}).`,
        start,
        end,
      );
    }
    this.tupleLeft[this.tupleDepth] = this.tupleDims[this.tupleDepth] ?? 0;
    this.tupleDepth++;
  }

  endTuple(start: number, end: number): void {
    this.tupleDepth--;
    if (this.type !== undefined && this.tupleLeft[this.tupleDepth] !== 0) {
      const wanted = this.tupleDims[this.tupleDepth];
      const found = wanted - this.tupleLeft[this.tupleDepth];
      const isMatrix = this.tupleDepth === 0 && this.tupleDims.length === 2;
      const message =
        isMatrix && found === 0
          ? `Each row of a matrix must be its own tuple; ${this.type.name} takes ${wanted} of ${this.tupleDims[1]} numbers.`
          : `The tuple has ${counted(found, "part")}; ${this.type.name} takes ${wanted}.`;
      this.misshape(message, start, end);
    }
    if (this.tupleDepth > 0) this.tupleLeft[this.tupleDepth - 1]--;
    else if (this.dim > 0) this.workingShape[this.dim - 1]++;
  }

  private misshape(message: string, start: number, end: number): void {
    this.problem ??= { code: "USDA_VALUE_SHAPE", message, start, end };
  }

  /** Number of elements of a list value: the product of its shape. */
  private elementCount(): number {
    if (this.shapeDepth === 0) return 0;
    let count = 1;
    for (let i = 0; i < this.shapeDepth; i++) count *= this.shape[i];
    return count;
  }

  /** Checks the collected atoms against the type; returns the problem, or undefined. */
  check(isArray: boolean, start: number, end: number): ValueProblem | undefined {
    if (this.problem !== undefined) return this.problem;
    const type = this.type;
    if (type === undefined) return undefined;
    const needed = (isArray ? this.elementCount() : 1) * type.components;
    const kind = type.kind;
    const { atoms } = this;
    const available = Math.min(needed, atoms.count);
    for (let i = 0; i < available; i++) {
      const problem = atomProblem(atoms, kind, i);
      if (problem !== undefined) return (this.problem = problem);
    }
    if (needed > atoms.count) {
      this.misshape(
        type.components > 1
          ? `${type.name} takes ${type.components} numbers${isArray ? " an element" : ""}, in parentheses.`
          : "The value has too few parts.",
        start,
        end,
      );
    }
    return this.problem;
  }

  /** Returns the data of a checked value. */
  data(isArray: boolean): ValueData {
    const type = this.type as ValueType;
    const numeric = numericKindOf(type.kind);
    if (numeric === undefined) {
      if (!isArray) return this.text(0);
      const texts: string[] = [];
      const count = this.elementCount();
      for (let i = 0; i < count; i++) texts.push(this.text(i));
      return texts;
    }
    if (!isArray && type.components === 1) return this.scalar(numeric);
    const count = (isArray ? this.elementCount() : 1) * type.components;
    return this.array(numeric, count);
  }

  /** Returns the collected value as a typed value. */
  value(isArray: boolean, start: number, end: number): TypedValue {
    return { kind: "typed", type: this.type as ValueType, isArray, data: this.data(isArray), range: { start, end } };
  }

  private scalar(kind: NumericKind): boolean | number | bigint {
    const { atoms } = this;
    if (kind === "bool") return atoms.boolean(0);
    if (kind === "int64" || kind === "uint64") return atoms.integer(0) ?? 0n;
    if (kind === "int" || kind === "uint" || kind === "uchar") return Number(atoms.integer(0) ?? 0n);
    const array = this.array(kind, 1);
    if (kind === "half") return halfBitsToFloat(array[0] as number);
    return array[0];
  }

  private array(kind: NumericKind, count: number): NumericArray {
    const { atoms } = this;
    const out = newNumericArray(kind, count);
    for (let i = 0; i < count; i++) {
      switch (kind) {
        case "bool":
          out[i] = atoms.boolean(i) ? 1 : 0;
          break;
        case "int64":
        case "uint64":
          (out as BigInt64Array)[i] = atoms.integer(i) ?? 0n;
          break;
        case "int":
        case "uint":
        case "uchar":
          out[i] = Number(atoms.integer(i) ?? 0n);
          break;
        case "float":
          out[i] = atoms.float(i);
          break;
        case "half":
          out[i] = floatToHalfBits(atoms.float(i));
          break;
        default:
          out[i] = atoms.real(i);
      }
    }
    return out;
  }

  private text(index: number): string {
    const text = this.atoms.text(index);
    // The reference makes tokens from C strings, which end at a NUL.
    const isToken = this.type?.kind === "token" && this.atoms.kinds[index] === TokenKind.string;
    return isToken ? text.replace(/\0.*$/s, "") : text;
  }
}
