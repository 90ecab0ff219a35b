/** The transform ops of prims, ready to be evaluated at any time (`UsdGeomXformable::XformQuery`). */
import { isA } from "@usdkit/schemas";
import {
  identityMatrix,
  invertOpMatrix,
  isOpValueType,
  multiplyOps,
  opMatrix,
  parseOpName,
  RESET_XFORM_STACK,
  type OpMatrix,
  type RowMatrix,
  type TransformOpType,
} from "@usdkit/transforms";
import type { Value } from "@usdkit/layer";
import type { PathId } from "../paths/path-table.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import type { StageAttribute } from "../values/attribute.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { mayVary } from "../values/authored-value.ts";
import { numbersOf, textsOf } from "../values/plain-numbers.ts";

/** A transform op of a prim: an entry of `xformOpOrder` with its attribute. */
export interface XformOp {
  /** As in the order: `!invert!xformOp:translate:pivot`. */
  readonly name: string;
  readonly type: TransformOpType;
  /** `pivot`; "" if there is none. */
  readonly suffix: string;
  readonly isInverse: boolean;
  readonly attribute: StageAttribute;
}

/** The transform ops of a prim. */
export interface XformQuery {
  /** In the order of `xformOpOrder`: the last one is applied first. */
  readonly ops: readonly XformOp[];
  /** Entries of `xformOpOrder` that are no ops, or have no attribute. */
  readonly ignored: readonly string[];
  /** Whether the transformations of the prims above are ignored. */
  readonly resetsXformStack: boolean;
  /** The local transformation, if it is the same at all times. */
  readonly fixed: RowMatrix | undefined;
}

const noOps: XformQuery = { ops: [], ignored: [], resetsXformStack: false, fixed: identityMatrix };

/**
 * The transform ops of prims. Those of a prim are found once, for all times and instances: give one object to the
 * {@link XformCache} of each time.
 */
export class XformQueries {
  readonly reader: StageReader;
  private readonly known: Map<PathId, XformQuery> = new Map();

  constructor(reader: StageReader) {
    this.reader = reader;
  }

  /** Returns the ops of a prim; none for a prim that is not Xformable. */
  query(prim: PrimNode): XformQuery {
    if (!isA(prim.type, "Xformable")) return noOps;
    let found = this.known.get(prim.source);
    if (found === undefined) {
      found = this.read(prim);
      this.known.set(prim.source, found);
    }
    return found;
  }

  /** Returns the local transformation of a prim at a time, from all of its ops. */
  localTransformation(prim: PrimNode, time: StageTime): RowMatrix {
    const query = this.query(prim);
    return query.fixed ?? this.product(query.ops, time);
  }

  /** Returns the matrix of an op at a time; that of an inverse op is inverted. The identity without a value of the op's type. */
  opTransform({ attribute, type, isInverse }: XformOp, time: StageTime): RowMatrix {
    const value = this.reader.attributeValue(attribute, time);
    const matrix = value && matrixOf(type, value);
    if (matrix === undefined) return identityMatrix;
    return isInverse ? (invertOpMatrix(type, matrix) ?? identityMatrix) : matrix;
  }

  private read(prim: PrimNode): XformQuery {
    const order = textsOf(this.reader.value(prim, "xformOpOrder", null)) ?? [];
    if (order.length === 0) return noOps;
    const reset = order.lastIndexOf(RESET_XFORM_STACK);
    const ops: XformOp[] = [];
    const ignored: string[] = [];
    for (const name of order.slice(reset + 1)) {
      const parsed = parseOpName(name);
      const attribute = parsed && this.reader.attribute(prim, parsed.attributeName);
      if (parsed?.type === undefined || attribute === undefined) ignored.push(name);
      else ops.push({ name, type: parsed.type, suffix: parsed.suffix, isInverse: parsed.isInverse, attribute });
    }
    const isFixed = !ops.some(({ attribute }) => mayVary(attribute));
    return { ops, ignored, resetsXformStack: reset >= 0, fixed: isFixed ? this.product(ops, null) : undefined };
  }

  private product(ops: readonly XformOp[], time: StageTime): RowMatrix {
    return multiplyOps(
      ops.map((op): OpMatrix => {
        const { attribute, isInverse } = op;
        return { attributeName: attribute.name, isInverse, matrix: this.opTransform(op, time) };
      }),
    );
  }
}

function matrixOf(type: TransformOpType, value: Value): RowMatrix | undefined {
  if (value.kind !== "typed" || value.isArray || !isOpValueType(type, value.type)) return undefined;
  const numbers = numbersOf(value);
  return numbers && opMatrix(type, Array.from(numbers));
}
