/** Reads a layer for the page. */
import type { Layer } from "@usdkit/layer";
import { timeRange } from "@usdkit/raster";
import { readScene } from "@usdkit/schema";
import { LineIndex, type Finding } from "@usdkit/validate";
import type { DocumentView, FindingRow, TimeRange } from "../protocol/document-messages.ts";
import type { PageSettings } from "../protocol/page-settings.ts";
import { checkText } from "./check-text.ts";
import { decodeAny, decodeExactly } from "./decode-text.ts";
import { MAX_EDITOR_BYTES } from "./editor-limit.ts";
import { isBinary } from "./is-binary.ts";
import { planView } from "./plan-view.ts";
import { TextOffsets } from "./text-offsets.ts";
import { treeRows } from "./tree-rows.ts";

/** Maximum number of listed findings; all are counted. */
const MAX_FINDINGS = 2000;
/** In a text with more findings, only the first ones have fixes. */
const MAX_FIXES = 500;

/** Returns what the page shows of a file in any encoding. */
export async function readFileView(bytes: Uint8Array, settings?: PageSettings): Promise<DocumentView> {
  if (isBinary(bytes)) {
    const source = await textOfBinary(bytes);
    return { ...readText(source, settings), ...shown(source), readOnly: "Text of a binary file: read-only" };
  }
  return { ...readText(bytes, settings), ...shown(bytes) };
}

/** Returns what the page shows of the text that the editor contains. */
export function readTextView(text: string, settings?: PageSettings): DocumentView {
  return readText(new TextEncoder().encode(text), settings);
}

function shown(source: Uint8Array): Pick<DocumentView, "text" | "readOnly"> {
  if (source.length <= MAX_EDITOR_BYTES) {
    const text = decodeExactly(source);
    if (text !== null) return { text, readOnly: null };
    return { text: decodeAny(source), readOnly: "The text is not valid UTF-8: read-only" };
  }
  const [size, limit] = [source.length, MAX_EDITOR_BYTES].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`);
  return { text: null, readOnly: `The text has ${size}, and the editor shows at most ${limit}` };
}

function readText(source: Uint8Array, settings: PageSettings | undefined): DocumentView {
  const { layer, findings, inBaseline } = checkText(source, settings);
  const lines = new LineIndex(source);
  const tree = treeRows(layer, lines);
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  const offsets = new TextOffsets(source);
  return {
    text: null,
    readOnly: null,
    source,
    findings: findings.slice(0, MAX_FINDINGS).map((finding, i) => findingRow(finding, i < MAX_FIXES ? offsets : null)),
    counts,
    inBaseline,
    tree: tree.rows,
    hiddenPrims: tree.hidden,
    plan: planView(readScene(layer)),
    time: timesOf(layer),
  };
}

/** The times that a slider goes through; null if there is at most one. */
function timesOf(layer: Layer): TimeRange | null {
  const range = timeRange(layer);
  if (range === null || !(range.start < range.end)) return null;
  return { start: range.start, end: range.end, perSecond: range.timeCodesPerSecond };
}

function findingRow(finding: Finding, offsets: TextOffsets | null): FindingRow {
  const { rule, severity, message, hint, primPath, start, end, fixes } = finding;
  return {
    rule,
    severity,
    message,
    hint: hint ?? null,
    primPath,
    start,
    end,
    fixes:
      offsets === null
        ? []
        : fixes.map(({ title, edits }) => ({
            title,
            edits: edits
              .map((edit) => ({ from: offsets.at(edit.start), to: offsets.at(edit.end), text: edit.text }))
              .sort((a, b) => a.from - b.from),
          })),
  };
}

/** Returns the text of a crate or of the first layer of a package. The reader is loaded on demand. */
async function textOfBinary(bytes: Uint8Array): Promise<Uint8Array> {
  const [{ openLayer }, { printUsdaBytes }] = await Promise.all([import("@usdkit/usd"), import("@usdkit/usda")]);
  const { layer, ok, diagnostics } = openLayer(bytes, { checkArrays: true });
  const [problem] = diagnostics;
  if (!ok && problem !== undefined) throw new Error(`byte ${problem.offset}: ${problem.message}`);
  return printUsdaBytes(layer);
}
