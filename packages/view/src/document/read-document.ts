/** Reads a layer for the page. */
import { describePlan, readScene } from "@usdkit/service-scene";
import { LineIndex } from "@usdkit/validate";
import type { DocumentView } from "../protocol/document-messages.ts";
import type { PageSettings } from "../protocol/page-settings.ts";
import { checkText } from "./check-text.ts";
import { decodeAny, decodeExactly } from "./decode-text.ts";
import { MAX_EDITOR_BYTES } from "./editor-limit.ts";
import { findingRows } from "./finding-rows.ts";
import { isBinaryLayer } from "@usdkit/usd";
import { treeRows } from "./tree-rows.ts";

/** Maximum number of rows per list of the plan. */
const MAX_PLAN_ROWS = 5000;

/** Returns what the page shows of a file in any encoding. */
export async function readFileView(bytes: Uint8Array, settings?: PageSettings): Promise<DocumentView> {
  if (isBinaryLayer(bytes)) {
    // The reader is loaded on demand.
    const { textOfBinary } = await import("./text-of-binary.ts");
    const source = textOfBinary(bytes);
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
  return {
    text: null,
    readOnly: null,
    source,
    ...findingRows(source, findings),
    inBaseline,
    problem: null,
    tree: tree.rows,
    hiddenPrims: tree.hidden,
    plan: describePlan(readScene(layer), MAX_PLAN_ROWS),
  };
}
