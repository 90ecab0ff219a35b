/** Colour pickers for `color3f` and its relatives. */
import type { AttributeSpec, ByteRange } from "@usdkit/layer";
import { tokenize } from "@usdkit/usda";
import type { Color, ColorInformation } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { Feature } from "./feature.ts";
import { onDocument } from "./feature.ts";
import { specsBetween } from "../syntax/specs-between.ts";

const MAX_COLORS = 500;
/** Longer lists are vertex colours: a picker next to each number of them helps no one. */
const MAX_LIST = 32;

export const colors: Feature = {
  capabilities: { colorProvider: true },
  register(session) {
    session.connection.onDocumentColor(onDocument(session, [], (document) => colorsOf(document)));
    session.connection.onColorPresentation(
      onDocument(session, [], (document, { color, range }) => {
        const hasAlpha = document.text.slice(document.text.bytesOf(range)).split(",").length > 3;
        return [{ label: colorText(color, hasAlpha) }];
      }),
    );
  },
};

/** Returns the colours that attributes author as default values, with the ranges of their tuples. */
function colorsOf({ text, layer }: DocumentState): ColorInformation[] {
  const found: ColorInformation[] = [];
  for (const spec of specsBetween(layer, { start: 0, end: text.bytes.length })) {
    if (spec.specType !== "attribute" || spec.valueType?.role !== "Color") continue;
    for (const { range, numbers } of tuplesOf(text.bytes, spec)) {
      const [red, green, blue, alpha = 1] = numbers;
      found.push({
        range: text.rangeOf(range),
        color: { red: toDisplay(red), green: toDisplay(green), blue: toDisplay(blue), alpha },
      });
    }
    if (found.length >= MAX_COLORS) break;
  }
  return found;
}

function tuplesOf(
  bytes: Uint8Array,
  { defaultValue, valueType }: AttributeSpec,
): { range: ByteRange; numbers: number[] }[] {
  if (defaultValue?.kind !== "typed" || defaultValue.range === undefined || valueType === undefined) return [];
  const { start, end } = defaultValue.range;
  const tuples: { range: ByteRange; numbers: number[] }[] = [];
  let open = -1;
  let numbers: number[] = [];
  for (const token of tokenize(bytes, start, end)) {
    if (token.type === "number") numbers.push(Number(new TextDecoder().decode(bytes.subarray(token.start, token.end))));
    else if (bytes[token.start] === 40) {
      open = token.start;
      numbers = [];
    } else if (bytes[token.start] === 41 && open >= 0) {
      const isColor = numbers.length === valueType.components && numbers.every(Number.isFinite);
      if (isColor) tuples.push({ range: { start: open, end: token.end }, numbers });
      open = -1;
      if (tuples.length > MAX_LIST) return [];
    }
  }
  return tuples;
}

/** Colours of a scene are linear; those of a picker are encoded for a display (IEC 61966-2-1). */
function toDisplay(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function toLinear(display: number): number {
  return display <= 0.04045 ? display / 12.92 : ((display + 0.055) / 1.055) ** 2.4;
}

/** Returns a colour as the text of a tuple, in linear values. */
function colorText({ red, green, blue, alpha }: Color, hasAlpha: boolean): string {
  const numbers = [red, green, blue].map((each) => short(toLinear(each)));
  if (hasAlpha) numbers.push(short(alpha));
  return `(${numbers.join(", ")})`;
}

/** Four decimals: finer than the 256 steps of a picker. */
function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
