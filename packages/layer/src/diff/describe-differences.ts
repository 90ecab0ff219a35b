/** Describes differences as text, one line each, grouped by prim. */
import { counted } from "@usdkit/base";
import type { Difference, DiffItem, ElementsDifference, ListDifference, SplineDifference } from "./types.ts";
import type { PrimSpec, PropertySpec, Spec, Value } from "../model/types.ts";
import { elementText, fieldText, itemsText, itemText, numberText, valueText } from "./value-text.ts";

/** A line about one difference. Contains text of the layers unescaped: escape it before showing it. */
export interface DifferenceLine {
  /** Added, removed, moved here, or changed. */
  readonly mark: "+" | "-" | ">" | "~";
  /** The subject of the difference: `focalLength`, `points at 24`, `(kind)`, `def Mesh "Chair"`. */
  readonly subject: string;
  /** The two values, shortened; undefined if there is none, or if `note` describes the difference instead. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Further description: `12 of 4096 elements, …`. */
  readonly note?: string | undefined;
}

/** The differences of one prim, variant or variant set; `/` for those of the layer. */
export interface DifferenceGroup {
  readonly path: string;
  readonly lines: readonly DifferenceLine[];
}

/**
 * Returns differences as lines, grouped by prim, in the given order. Values are shortened: for a long array, the line
 * shows the first element that differs and the number of such elements.
 *
 * ```ts
 * for (const { path, lines } of describeDifferences(diffLayers(before, after))) {
 *   console.log(path);
 *   for (const { mark, subject, before, after } of lines) console.log(`  ${mark} ${subject}: ${before} → ${after}`);
 * }
 * ```
 */
export function describeDifferences(differences: readonly Difference[]): DifferenceGroup[] {
  const groups: { path: string; lines: DifferenceLine[] }[] = [];
  for (const difference of differences) {
    const path = ownerPath(difference.path);
    let group = groups.at(-1);
    if (group?.path !== path) groups.push((group = { path, lines: [] }));
    group.lines.push(describe(difference));
  }
  return groups;
}

/** Returns the offset of a property name in a path: after the last prim or variant. */
function propertyAt(path: string): number {
  return path.indexOf(".", Math.max(path.lastIndexOf("/"), path.lastIndexOf("}")));
}

function ownerPath(path: string): string {
  const dot = propertyAt(path);
  return dot < 0 ? path : path.slice(0, dot);
}

/** Returns `size` for `/A.size`, "" for the path of a prim. */
function propertyName(path: string): string {
  const dot = propertyAt(path);
  return dot < 0 ? "" : path.slice(dot + 1);
}

function describe(difference: Difference): DifferenceLine {
  const name = propertyName(difference.path);
  switch (difference.kind) {
    case "added":
      return {
        mark: "+",
        subject: declaration(difference.spec),
        ...contents(difference.spec, "after", difference.count),
      };
    case "removed":
      return {
        mark: "-",
        subject: declaration(difference.spec),
        ...contents(difference.spec, "before", difference.count),
      };
    case "moved":
      return {
        mark: ">",
        subject: declaration(difference.spec),
        note: `moved from ${difference.from}${primsNote(difference.count)}`,
      };
    case "reordered": {
      const { before, after } = difference;
      return { mark: "~", subject: `order of ${reorderedWord[difference.what]}`, ...moveNote(before, after) };
    }
    case "declaration": {
      const what = declarationWord[difference.what];
      const [before, after] = [String(difference.before), String(difference.after)];
      return { mark: "~", subject: name === "" ? what : `${name} ${what}`, before: word(before), after: word(after) };
    }
    case "value":
      return values(name, difference.before, difference.after, difference.elements);
    case "timeSamples": {
      const { before, after } = difference;
      const mark = after === undefined ? "-" : "+";
      return { mark, subject: `${name} time samples`, note: String(before ?? after) };
    }
    case "timeSample": {
      const subject = `${name} at ${numberText(difference.time)}`;
      return values(subject, difference.before, difference.after, difference.elements);
    }
    case "spline":
      return splineLine(name, difference);
    case "list":
      return listLine(name, difference);
    case "metadata": {
      const field = [difference.field, ...difference.keys].join(":");
      const subject = name === "" ? `(${field})` : `${name} (${field})`;
      const { before, after, elements } = difference;
      if (elements !== undefined) return values(subject, before as Value, after as Value, elements);
      return pair(subject, before && fieldText(before), after && fieldText(after));
    }
  }
}

const reorderedWord = {
  prims: "prims",
  properties: "properties",
  variantSets: "variant sets",
  variants: "variants",
} as const;

const declarationWord = {
  specifier: "specifier",
  typeName: "type",
  custom: "custom",
  variability: "variability",
  specType: "kind of property",
} as const;

const word = (text: string): string => (text === "" ? "none" : text);

/** Returns the first index where the orders differ. */
function moveNote(before: readonly string[], after: readonly string[]): { note: string } {
  const at = before.findIndex((name, i) => name !== after[i]);
  return { note: `${JSON.stringify(after[at])} is where ${JSON.stringify(before[at])} was` };
}

/** `def Mesh "Chair"`, `float size`, `rel target`, `variant set "lod"`, `variant "high"`. */
function declaration(spec: Exclude<Spec, { specType: "pseudoRoot" }>): string {
  switch (spec.specType) {
    case "prim":
      return `${spec.specifier}${spec.typeName === "" ? "" : ` ${spec.typeName}`} ${JSON.stringify(spec.name)}`;
    case "variantSet":
      return `variant set ${JSON.stringify(spec.name)}`;
    case "variant":
      return `variant ${JSON.stringify(spec.name)}`;
    default:
      return spec.specType === "attribute" ? `${spec.typeName} ${spec.name}` : `rel ${spec.name}`;
  }
}

type Member = PrimSpec | PropertySpec | Extract<Spec, { specType: "variantSet" | "variant" }>;

/** Describes the content of an added or removed spec, on the side that has it. */
function contents(spec: Member, side: "before" | "after", count: number): Partial<DifferenceLine> {
  if (spec.specType === "prim") return count > 1 ? { note: primsNote(count).trim() } : {};
  if (spec.specType === "relationship") return targetsText(spec.targetPaths?.explicit, side);
  if (spec.specType !== "attribute") return {};
  if (spec.defaultValue !== undefined) return { [side]: valueText(spec.defaultValue) };
  const samples = spec.timeSamples?.times.length;
  return samples === undefined ? {} : { note: counted(samples, "time sample") };
}

function targetsText(targets: readonly string[] | undefined, side: "before" | "after"): Partial<DifferenceLine> {
  return targets === undefined ? {} : { [side]: itemsText(targets) };
}

function primsNote(count: number): string {
  return count === 1 ? "" : ` (${count} prims)`;
}

function pair(subject: string, before: string | undefined, after: string | undefined): DifferenceLine {
  return { mark: before === undefined ? "+" : after === undefined ? "-" : "~", subject, before, after };
}

function values(
  subject: string,
  before: Value | undefined,
  after: Value | undefined,
  elements: ElementsDifference | undefined,
): DifferenceLine {
  const line = pair(subject, before && valueText(before), after && valueText(after));
  if (elements === undefined || !isLong(line)) return line;
  const { first } = elements;
  const [left, right] = [elementText(before, first) ?? "nothing", elementText(after, first) ?? "nothing"];
  return { ...line, subject: `${subject}[${first}]`, before: left, after: right, note: elementsNote(elements) };
}

function isLong({ before, after }: DifferenceLine): boolean {
  return [before, after].some((text) => text?.endsWith(" elements]") === true);
}

function elementsNote({ differing, count, largest }: ElementsDifference): string {
  const apart = largest === undefined ? "" : `, at most ${numberText(largest)} apart`;
  return `${differing} of ${count} elements differ${apart}`;
}

const splineWord = { spline: "spline", curveType: "curve", pre: "before", post: "after", loop: "loop", knot: "knot" };

function splineLine(name: string, { part, time, before, after }: SplineDifference): DifferenceLine {
  const at = time === undefined ? "" : ` at ${numberText(time)}`;
  const text = (side: SplineDifference["before"]): string | undefined => {
    if (side === undefined) return undefined;
    if (typeof side === "string") return side;
    if ("knots" in side) return `${side.knots.length} knots`;
    const entries = Object.entries(side).flatMap(([key, value]: [string, unknown]) =>
      value === undefined || key === "time" ? [] : [`${key} ${simple(value)}`],
    );
    return entries.join(", ");
  };
  const subject = part === "spline" ? `${name} spline` : `${name} spline ${splineWord[part]}${at}`;
  return pair(subject, text(before), text(after));
}

/** Numbers, strings, and a tangent's width and slope. */
function simple(value: unknown): string {
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return value;
  const { width, slope } = value as { width?: number; slope?: number };
  return width === undefined || slope === undefined ? "…" : `(${numberText(width)}, ${numberText(slope)})`;
}

const listWord: Readonly<Record<string, string>> = { targetPaths: "targets", connectionPaths: "connections" };
const operationWord: Readonly<Record<string, string>> = {
  explicit: "",
  added: "add ",
  prepended: "prepend ",
  appended: "append ",
  deleted: "delete ",
  ordered: "reorder ",
};

function listLine(
  name: string,
  { field, operation, before, after, added, removed, reordered }: ListDifference,
): DifferenceLine {
  const known = listWord[field];
  const list = known === undefined ? `(${field})` : known;
  const subject = `${operation === undefined ? "" : (operationWord[operation] ?? "")}${name === "" ? list : `${name} ${list}`}`;
  if (before === undefined || after === undefined)
    return pair(subject, before && itemsText(before), after && itemsText(after));
  const parts = [...part("added", added), ...part("removed", removed), ...(reordered ? ["in another order"] : [])];
  return { mark: "~", subject, note: parts.join(", ") };
}

function part(what: string, items: readonly DiffItem[]): string[] {
  if (items.length === 0) return [];
  const most = 4;
  const rest = items.length - most;
  return [`${what} ${items.slice(0, most).map(itemText).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`];
}
