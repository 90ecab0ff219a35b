/**
 * Splines: `{ bezier, pre: held, 1: 5; post curve (1, 2), … }`. The tokens are collected first and parsed at the
 * closing brace.
 */
import type { ByteRange, DictionaryValue, Spline, SplineExtrapolation, SplineKnot, ValueType } from "@usdkit/layer";
import { TokenKind } from "../../scan/token-kinds.ts";
import type { SplineToken } from "./spline-cursor.ts";
import { SplineCursor, SplineFault } from "./spline-cursor.ts";
import { readExtrapolation, readLoop } from "./spline-extrapolation.ts";
import { SplineKnotReader, inSplineType } from "./spline-knots.ts";
import { finishTangents } from "./spline-tangents.ts";
import { Word } from "../words.ts";

type Report = (range: ByteRange, message: string) => void;

export class SplineReader {
  private readonly cursor: SplineCursor;
  private readonly knotReader: SplineKnotReader;
  private readonly dictionaries: (DictionaryValue | undefined)[] = [];
  private failed = false;

  private curveType: Spline["curveType"] = "bezier";
  private pre: SplineExtrapolation = { mode: "held" };
  private post: SplineExtrapolation = { mode: "held" };
  private loop: Spline["loop"];
  private readonly knots: Map<number, SplineKnot> = new Map();

  private readonly type: ValueType | undefined;
  private typeProblem: string | undefined;
  private readonly report: Report;

  constructor(bytes: Uint8Array, type: ValueType | undefined, typeText: string, report: Report) {
    this.cursor = new SplineCursor(bytes);
    this.knotReader = new SplineKnotReader(this.cursor, type, this.dictionaries);
    this.type = type;
    this.report = (range, message) => {
      this.failed = true;
      report(range, message);
    };
    if (!isSplineType(type)) this.typeProblem = `An attribute of type ${typeText} cannot have a spline.`;
  }

  token(token: SplineToken): void {
    this.cursor.push(token);
  }

  /** A knot's `{ … }` comes next. */
  beginCustomData(token: SplineToken): void {
    this.token(token);
  }

  customData(dictionary: DictionaryValue | undefined): void {
    this.dictionaries.push(dictionary);
  }

  /** At the closing brace: parses all collected tokens. */
  close(token: SplineToken): void {
    if (this.typeProblem !== undefined) {
      const start = this.cursor.firstStart() ?? token.start;
      this.report({ start, end: token.end }, this.typeProblem);
      return;
    }
    this.cursor.push({ kind: TokenKind.rightBrace, start: token.start, end: token.end, before: token.before, name: 0 });
    try {
      this.items();
      this.checkLoops(token);
    } catch (fault) {
      if (!(fault instanceof SplineFault)) throw fault;
      this.report(fault.token, fault.message);
    }
  }

  private checkLoops(token: SplineToken): void {
    if (this.loop === undefined) return;
    for (const extrapolation of [this.pre, this.post]) {
      if ("boundary" in extrapolation && extrapolation.boundary !== undefined) {
        const message = "A spline with a loop cannot have an extrapolation that loops from a given time.";
        this.report(token, message);
      }
    }
  }

  spline(start: number, end: number): Spline | undefined {
    if (this.failed || this.type === undefined) return undefined;
    return {
      kind: "spline",
      valueType: this.type,
      curveType: this.curveType,
      pre: this.pre,
      post: this.post,
      ...(this.loop === undefined ? {} : { loop: this.loop }),
      knots: this.finishedKnots(),
      range: { start, end },
    };
  }

  private finishedKnots(): readonly SplineKnot[] {
    const knots = [...this.knots.values()].sort((a, b) => a.time - b.time);
    return finishTangents(knots, this.curveType, (value) => inSplineType(value, this.type));
  }

  private items(): void {
    if (this.cursor.peek().kind === TokenKind.rightBrace) return;
    for (;;) {
      this.item();
      const next = this.cursor.peek();
      if (next.kind === TokenKind.comma) {
        if (!this.knotReader.mayEndLine) this.cursor.inline(next);
        this.knotReader.mayEndLine = false;
        this.cursor.skip();
        if (this.cursor.peek().kind === TokenKind.rightBrace) return;
      } else if (next.kind === TokenKind.rightBrace) return;
      else throw new SplineFault("`,` was expected between the items of the spline.", next);
    }
  }

  private item(): void {
    const token = this.cursor.peek();
    if (token.kind === TokenKind.number || this.cursor.isMathWord(token)) {
      const knot = this.knotReader.read();
      // The first of equal times wins.
      if (!this.knots.has(knot.time)) this.knots.set(knot.time, knot);
      return;
    }
    this.cursor.take(TokenKind.identifier, "A knot (`time: value`), bezier, hermite, pre, post or loop");
    switch (token.name) {
      case Word.bezier:
        this.curveType = "bezier";
        return;
      case Word.hermite:
        this.curveType = "hermite";
        return;
      case Word.pre:
        this.cursor.colon();
        this.pre = readExtrapolation(this.cursor);
        return;
      case Word.post:
        this.cursor.colon();
        this.post = readExtrapolation(this.cursor);
        return;
      case Word.loop:
        this.cursor.colon();
        this.loop = readLoop(this.cursor, token);
        return;
      default:
        throw new SplineFault("A knot (`time: value`), bezier, hermite, pre, post or loop was expected.", token);
    }
  }
}

function isSplineType(type: ValueType | undefined): boolean {
  if (type === undefined || type.components !== 1) return false;
  return type.kind === "double" || type.kind === "float" || type.kind === "half" || type.kind === "timecode";
}
