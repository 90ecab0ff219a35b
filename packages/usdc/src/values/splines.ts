/** Splines: a block of bytes with its own version, and the custom data of knots. */
import type { DictionaryValue, Spline, SplineExtrapolation, SplineKnot, SplineTangent, ValueType } from "@usdkit/layer";
import { halfBitsToFloat } from "@usdkit/base";
import { valueTypes } from "@usdkit/layer";
import type { ByteSource } from "../bytes/byte-source.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";

/** Types of values by their number in the block; a spline without one has doubles. */
export const splineTypes: readonly string[] = ["double", "double", "float", "half", "timecode", "duration"];
export const splineModes = ["none", "held", "linear", "sloped", "loop repeat", "loop reset", "loop oscillate"] as const;
export const splineInterpolations = ["none", "held", "linear", "curve"] as const;
export const splineAlgorithms = ["none", "custom", "autoEase"] as const;

/** The newest version of the block: 2 has tangent algorithms, 3 loop boundaries and time codes, 4 durations. */
const NEWEST_FORMAT = 4;

/** Reads numbers of a block of bytes one after the other. */
class BlockReader {
  position: number;
  private readonly source: ByteSource;
  private readonly end: number;

  constructor(source: ByteSource, start: number, end: number) {
    this.source = source;
    this.position = start;
    this.end = end;
  }

  error(message: string): CrateError {
    return new CrateError("USDC_VALUE", this.position, `Damaged spline: ${message}`);
  }

  get left(): number {
    return this.end - this.position;
  }

  private take(size: number): number {
    const at = this.position;
    if (at + size > this.end) throw this.error("it is cut off");
    this.position = at + size;
    return at;
  }

  uint8(): number {
    return this.source.uint8(this.take(1), "A spline");
  }

  uint32(): number {
    return this.source.uint32(this.take(4), "A spline");
  }

  int32(): number {
    return this.uint32() | 0;
  }

  float64(): number {
    return this.source.float64(this.take(8), "A spline");
  }

  value(type: string): number {
    const size = type === "half" ? 2 : type === "float" ? 4 : 8;
    const index = this.source.at(this.take(size), size);
    const { view } = this.source;
    if (size === 2) return halfBitsToFloat(view.getUint16(index, true));
    return size === 4 ? view.getFloat32(index, true) : view.getFloat64(index, true);
  }
}

const emptySpline: Omit<Spline, "valueType"> = {
  kind: "spline",
  curveType: "bezier",
  pre: { mode: "held" },
  post: { mode: "held" },
  knots: [],
};

function doubleType(): ValueType {
  const type = valueTypes.get("double");
  if (type === undefined) throw new TypeError("no type double");
  return type;
}

/** The bytes `[start, end)` of a spline. */
export interface SplineBlock {
  readonly start: number;
  readonly end: number;
}

/** How the knots of a block are laid out. */
interface KnotLayout {
  /** The type of values. */
  readonly type: string;
  readonly isHermite: boolean;
  /** Version of the block. */
  readonly format: number;
}

/**
 * Reads the block of a spline.
 *
 * @param declared the type of the attribute; the block has the same, without its role
 * @param customData dictionaries of knots by time
 */
export function readSpline(
  source: ByteSource,
  { start, end }: SplineBlock,
  declared: ValueType | undefined,
  customData: ReadonlyMap<number, DictionaryValue>,
): Spline {
  if (start === end) return { ...emptySpline, valueType: declared ?? doubleType() };
  const block = new BlockReader(source, start, end);
  const first = block.uint8();
  const format = first & 15;
  if (format === 0 || format > NEWEST_FORMAT) throw block.error(`version ${format}, expected 1 to ${NEWEST_FORMAT}`);
  const typeNumber = format > 2 ? (first >>> 4) & 7 : (first >>> 4) & 3;
  const typeName = splineTypes[typeNumber];
  const valueType = declared ?? (typeName === undefined ? undefined : valueTypes.get(typeName));
  if (typeName === undefined || valueType === undefined) throw block.error(`unknown type ${typeNumber} of its values`);
  const isHermite = (first & 0x80) !== 0;
  const second = block.uint8();
  const third = format > 2 ? block.uint8() : 0;
  // The times of both, then the slopes of both.
  const preBoundary = (third & 1) === 0 ? undefined : block.float64();
  const postBoundary = (third & 2) === 0 ? undefined : block.float64();
  const pre = readExtrapolation(block, second & 7, preBoundary);
  const post = readExtrapolation(block, (second >>> 3) & 7, postBoundary);
  const loop = (second & 0x40) === 0 ? undefined : readLoop(block);
  const knots: SplineKnot[] = [];
  if (block.left > 0) {
    const count = block.uint32();
    const size = 9 + 3 * (typeName === "half" ? 2 : typeName === "float" ? 4 : 8);
    if (count > block.left / size) throw block.error(`${count} knots in ${block.left} bytes`);
    const layout = { type: typeName, isHermite, format };
    for (let i = 0; i < count; i++) knots.push(readKnot(block, layout, customData));
  }
  return {
    kind: "spline",
    valueType,
    curveType: isHermite ? "hermite" : "bezier",
    pre,
    post,
    ...(loop === undefined ? {} : { loop }),
    knots: isHermite ? knots.map(withHermiteWidths) : knots,
  };
}

/** Tangents of a Hermite curve have no width in a file: it is a third of the segment. */
function withHermiteWidths(knot: SplineKnot, index: number, knots: readonly SplineKnot[]): SplineKnot {
  const before = knots[index - 1];
  const after = knots[index + 1];
  const { preTangent, postTangent } = knot;
  return {
    ...knot,
    preTangent: before === undefined ? preTangent : { ...preTangent, width: (knot.time - before.time) / 3 },
    postTangent: after === undefined ? postTangent : { ...postTangent, width: (after.time - knot.time) / 3 },
  };
}

function readExtrapolation(block: BlockReader, index: number, boundary: number | undefined): SplineExtrapolation {
  const mode = splineModes[index];
  switch (mode) {
    case undefined:
      throw block.error(`unknown extrapolation ${index}`);
    case "sloped":
      return { mode, slope: block.float64() };
    case "loop repeat":
    case "loop reset":
    case "loop oscillate":
      return boundary === undefined ? { mode } : { mode, boundary };
    default:
      return { mode };
  }
}

function readLoop(block: BlockReader): NonNullable<Spline["loop"]> {
  const protoStart = block.float64();
  const protoEnd = block.float64();
  const preLoops = block.int32();
  const postLoops = block.int32();
  return { protoStart, protoEnd, preLoops, postLoops, valueOffset: block.float64() };
}

function readKnot(
  block: BlockReader,
  { type, isHermite, format }: KnotLayout,
  customData: ReadonlyMap<number, DictionaryValue>,
): SplineKnot {
  const flags = block.uint8();
  const time = block.float64();
  const value = block.value(type);
  const preValue = (flags & 1) === 0 ? undefined : block.value(type);
  const preWidth = isHermite ? 0 : block.float64();
  const postWidth = isHermite ? 0 : block.float64();
  const preSlope = block.value(type);
  const postSlope = block.value(type);
  const algorithms = format > 1 ? block.uint8() : 0;
  const dictionary = customData.get(time);
  return {
    time,
    value,
    ...(preValue === undefined ? {} : { preValue }),
    next: splineInterpolations[(flags >>> 1) & 3],
    preTangent: tangent(block, preWidth, preSlope, algorithms & 15),
    postTangent: tangent(block, postWidth, postSlope, algorithms >>> 4),
    ...(dictionary === undefined ? {} : { customData: dictionary }),
  };
}

function tangent(block: BlockReader, width: number, slope: number, index: number): SplineTangent {
  const algorithm = splineAlgorithms[index];
  if (algorithm === undefined) throw block.error(`unknown tangent algorithm ${index}`);
  return { width, slope, algorithm };
}
