/** From what a rule reports to a finding with its place in a layer. */
import type { ByteRange } from "@usdkit/layer";
import { placeOf as placeOfStatement, type Stage, type StageLayer, type Statement } from "@usdkit/usd";
import { placeOf } from "../model/place-of.ts";
import type { Fix, Position, RuleFinding } from "../model/finding.ts";
import type { StageRule, StageRuleFinding, StageSubject, StatementOfFinding } from "../rule/stage-rule.ts";
import { LineIndex } from "../text/line-index.ts";
import { decidingOpinion } from "./deciding-opinion.ts";

/** A place in a layer of the stage. Plain data. */
export interface StagePlace {
  /** Identifier of the layer; `chair.usdz[geometry.usdc]` in a package. */
  readonly layer: string;
  /** Undefined in binary layers. */
  readonly range: ByteRange | undefined;
  /** In a binary layer: the byte of the spec in its file. */
  readonly offset: number | undefined;
}

/** A place that explains a finding. */
export interface RelatedStagePlace extends StagePlace {
  readonly message: string;
  /** 1:1 in binary layers. */
  readonly start: Position;
  readonly end: Position;
}

/** A finding of a stage rule, before levels and comments of its layer are applied. Plain data but for `fixes`. */
export interface StageFinding {
  /** Identifier of the layer with the mistake; `chair.usdz[geometry.usdc]` in a package. */
  readonly layer: string;
  readonly rule: string;
  /** In a binary layer: the byte of the spec in its file. */
  readonly offset: number | undefined;
  /** The prim path is that of the spec in the layer. */
  readonly finding: RuleFinding;
  /** The root layer of the stage, if the caller of the check names it. */
  readonly root?: string | undefined;
  /** Path of the prim on the stage; `/` for findings about the stage. Of several prims with the finding the first one. */
  readonly prim: string;
  /** Number of prims of the stage that have the finding. */
  readonly count: number;
  /** Their paths, the first one included; undefined if they were not asked for. */
  readonly prims?: readonly string[] | undefined;
  /** The selection of variants with which the stage has the finding, `/World/Chair{look=red}`; undefined for those of the stage. */
  readonly variants?: string | undefined;
  readonly related?: readonly RelatedStagePlace[] | undefined;
  /** The checks of other validators that report the same; undefined: those of the rule. */
  readonly sameAs?: readonly string[] | undefined;
  /** Returns the edits of the layer; absent in findings that were kept. */
  readonly fixes?: (() => readonly Fix[]) | undefined;
}

/** Returns a finding with the place of its statement; undefined if it is about nothing that a layer authors. */
export function placeFinding(
  stage: Stage,
  rule: StageRule,
  prim: string,
  { at, related, fixes, sameAs, ...finding }: StageRuleFinding,
): StageFinding | undefined {
  const opinion = opinionOf(stage, at);
  if (opinion === undefined) return undefined;
  const { layer, spec, propertySpec } = opinion;
  const { primPath, property } = placeOf(propertySpec ?? spec ?? layer.layer.root);
  const { range, offset } = placeIn(opinion);
  const explained = related?.flatMap(({ message, at: other }) => {
    const found = opinionOf(stage, other);
    return found === undefined ? [] : placeStatement(message, found);
  });
  return {
    layer: layer.anchor,
    rule: rule.meta.id,
    offset,
    finding: { ...finding, primPath, property, range },
    prim,
    count: 1,
    ...(explained !== undefined && { related: explained }),
    ...(sameAs !== undefined && { sameAs }),
    ...(fixes !== undefined && isText(layer) && { fixes }),
  };
}

/** Returns a statement as a place that explains a finding. */
export function placeStatement(message: string, statement: StatementOfFinding): RelatedStagePlace {
  return { message, layer: statement.layer.anchor, ...withPositions(statement, placeIn(statement)) };
}

function opinionOf(stage: Stage, at: StatementOfFinding | StageSubject): StatementOfFinding | undefined {
  return "layer" in at ? at : decidingOpinion(stage, at);
}

function placeIn({ layer, spec, range }: Statement): Omit<StagePlace, "layer"> {
  const { opened } = layer;
  if (opened === undefined) return { range: undefined, offset: undefined };
  if (opened.encoding === "usda") return { range: range ?? spec?.nameRange ?? spec?.range, offset: undefined };
  return { range: undefined, offset: placeOfStatement({ layer, spec, range }).offset ?? 0 };
}

const lineIndexes: WeakMap<object, LineIndex> = new WeakMap();
const FIRST: Position = { line: 1, column: 1 };

/** Adds lines and columns of a place, for which the lines of its layer are found once. */
function withPositions(
  { layer }: Statement,
  place: Omit<StagePlace, "layer">,
): Pick<RelatedStagePlace, "range" | "offset" | "start" | "end"> {
  const { source } = layer.layer;
  const { range } = place;
  if (source === undefined || range === undefined) return { ...place, start: FIRST, end: FIRST };
  let lines = lineIndexes.get(source);
  if (lines === undefined) lineIndexes.set(source, (lines = new LineIndex(source)));
  return { ...place, start: lines.positionAt(range.start), end: lines.positionAt(range.end) };
}

/** Whether a layer is a text that can be edited. */
function isText({ opened }: StageLayer): boolean {
  return opened?.encoding === "usda" && opened.inner.length === 0;
}
