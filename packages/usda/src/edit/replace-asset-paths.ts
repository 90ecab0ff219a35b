/** Replaces asset paths in a text. */
import { decodeUtf8 } from "@usdkit/base";
import { visitLayer, type ByteRange, type Layer, type PrimLike } from "@usdkit/layer";
import { ByteWriter } from "../print/byte-writer.ts";
import { writeAsset } from "../print/quote.ts";
import { SPACE, TAB } from "../scan/characters.ts";
import { decodeAssetToken, decodeStringToken } from "../scan/strings.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { newScanner, sourceOf } from "./statement-parts.ts";

/** The entry of a clip set that contains an asset path as a string. */
const TEMPLATE = "templateAssetPath";

/**
 * Returns the edits that replace asset paths, in arcs, values and metadata: every `@…@`, and the `templateAssetPath` of
 * clips.
 *
 * @param replace returns the new path, or undefined for one that stays
 */
export function replaceAssetPaths(layer: Layer, replace: (path: string) => string | undefined): TextEdit[] {
  const bytes = sourceOf(layer);
  const clips = clipRanges(layer);
  const scanner = newScanner(bytes, 0);
  const edits: TextEdit[] = [];
  let isTemplate = false;
  for (scanner.next(); scanner.kind !== TokenKind.endOfFile; scanner.next()) {
    const { kind, start, end } = scanner;
    if (kind === TokenKind.asset) {
      const path = replace(decodeAssetToken(bytes, start, end));
      if (path !== undefined) edits.push({ start, end, text: assetText(path) });
    } else if (kind === TokenKind.string && isTemplate && clips.some((each) => each.start < start && end < each.end)) {
      const path = replace(decodeStringToken(bytes, start, end));
      if (path !== undefined) edits.push({ start, end, text: JSON.stringify(path) });
    }
    isTemplate = kind === TokenKind.equals && endsInTemplate(bytes, start);
  }
  return edits;
}

/** Returns the texts of the clip sets. */
function clipRanges(layer: Layer): ByteRange[] {
  const ranges: ByteRange[] = [];
  const add = ({ fields }: PrimLike): void => {
    for (const { valueRange } of fields.get("clips")?.entries ?? []) ranges.push(valueRange);
  };
  visitLayer(layer, { prim: add, variant: add });
  return ranges;
}

/** Returns whether the name before `end` is {@link TEMPLATE}. */
function endsInTemplate(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while (at > 0 && (bytes[at - 1] === SPACE || bytes[at - 1] === TAB)) at--;
  return decodeUtf8(bytes, Math.max(0, at - TEMPLATE.length - 1), at).trimStart() === TEMPLATE;
}

function assetText(path: string): string {
  const writer = new ByteWriter(path.length + 16);
  writeAsset(writer, path);
  return decodeUtf8(writer.bytes, 0, writer.length);
}
