import type { Spline, SplineExtrapolation, SplineKnot, SplineTangent } from "@usdkit/layer";
import type { ByteWriter } from "./byte-writer.ts";
import { writeDictionary } from "./print-dictionary.ts";
import { writeDoubleText, writeScalar } from "./print-values.ts";

/** The minor versions of the format that these require, as in the reference. */
const ALGORITHM_VERSION = 1;
const LOOP_BOUNDARY_VERSION = 3;

/** Writes `{ … }` of `double x.spline = { … }`; the closing brace is at `indent`. */
export function writeSpline(writer: ByteWriter, spline: Spline, indent: number): void {
  const { curveType, knots, loop } = spline;
  const line = (text: string): void => {
    writer.indent(indent + 1);
    writer.text(text);
  };
  writer.text("{\n");
  // Bezier is the default; the reference writes it only if there is a curve between two knots.
  if (curveType === "hermite") line("hermite,\n");
  else if (knots.some((knot, index) => knot.next === "curve" && index + 1 < knots.length)) line("bezier,\n");
  if (spline.pre.mode !== "held") {
    line("pre: ");
    writeExtrapolation(writer, spline.pre);
  }
  if (spline.post.mode !== "held") {
    line("post: ");
    writeExtrapolation(writer, spline.post);
  }
  if (loop !== undefined) {
    line("loop: (");
    [loop.protoStart, loop.protoEnd, loop.preLoops, loop.postLoops, loop.valueOffset].forEach((value, index) => {
      if (index > 0) writer.text(", ");
      writeDoubleText(writer, value);
    });
    writer.text("),\n");
  }
  knots.forEach((knot, index) => {
    line("");
    const previous = index === 0 ? undefined : knots[index - 1];
    writeKnot(writer, spline, knot, previous === undefined || previous.next === "curve");
  });
  writer.indent(indent);
  writer.byte(125);
}

function writeExtrapolation(writer: ByteWriter, value: SplineExtrapolation): void {
  writer.text(value.mode);
  const boundary = "boundary" in value ? value.boundary : undefined;
  if (boundary !== undefined) writer.require(LOOP_BOUNDARY_VERSION);
  const parameter = value.mode === "sloped" ? value.slope : boundary;
  if (parameter !== undefined) {
    writer.byte(40);
    writeDoubleText(writer, parameter);
    writer.byte(41);
  }
  writer.text(",\n");
}

function isPlain(tangent: SplineTangent): boolean {
  return tangent.width === 0 && tangent.slope === 0 && tangent.algorithm === "none";
}

/** True if a tangent before the knot has a meaning, and is written even if it is flat. */
function writeKnot(writer: ByteWriter, spline: Spline, knot: SplineKnot, preTangent: boolean): void {
  const { curveType, valueType } = spline;
  writeDoubleText(writer, knot.time);
  writer.text(": ");
  if (knot.preValue !== undefined) {
    writeScalar(writer, knot.preValue, valueType.kind);
    writer.text(" & ");
  }
  writeScalar(writer, knot.value, valueType.kind);
  // A tangent without a meaning is kept if it has a shape; the reference drops it.
  if (preTangent || !isFlat(knot.preTangent, curveType)) {
    writer.text("; pre ");
    writeTangent(writer, knot.preTangent, spline);
  }
  writer.text(`; post ${knot.next}`);
  if (knot.next === "curve" || !isFlat(knot.postTangent, curveType)) {
    writer.byte(32);
    writeTangent(writer, knot.postTangent, spline);
  }
  if (knot.customData !== undefined && knot.customData.entries.size > 0) {
    writer.text("; ");
    writeDictionary(writer, knot.customData, 0, true);
  }
  writer.text(",\n");
}

/** Hermite tangents have no width. */
function isFlat(tangent: SplineTangent, curveType: Spline["curveType"]): boolean {
  return isPlain(curveType === "hermite" ? { ...tangent, width: 0 } : tangent);
}

function writeTangent(writer: ByteWriter, tangent: SplineTangent, { curveType, valueType }: Spline): void {
  writer.byte(40);
  if (curveType === "bezier") {
    writeDoubleText(writer, tangent.width);
    writer.text(", ");
  }
  writeScalar(writer, tangent.slope, valueType.kind);
  if (tangent.algorithm !== "none") {
    writer.require(ALGORITHM_VERSION);
    writer.text(`, ${tangent.algorithm}`);
  }
  writer.byte(41);
}
