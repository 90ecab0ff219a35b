/** Runs the formatter over a well-formed text. */
import { CARRIAGE_RETURN } from "../scan/characters.ts";
import type { Layout } from "./formatter.ts";
import { Formatter } from "./formatter.ts";
import { ByteSink, EditSink, NullSink } from "./trivia-sink.ts";
import { LineState } from "./line-state.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

/** Returns the text in its normal layout; `bytes` itself if nothing changes. */
export function layOut(bytes: Uint8Array, layout: Layout): Uint8Array {
  const isCrlf = hasCrlf(bytes, layout);
  const sink = new ByteSink(bytes, isCrlf);
  new Formatter(bytes, new LineState(bytes, sink, isCrlf), layout).run();
  return sink.finish();
}

/** Returns the changes of `layOut` as edits, one for each difference. */
export function layOutEdits(bytes: Uint8Array, layout: Layout): TextEdit[] {
  const isCrlf = hasCrlf(bytes, layout);
  const sink = new EditSink(isCrlf);
  new Formatter(bytes, new LineState(bytes, sink, isCrlf), layout).run();
  return sink.edits;
}

/**
 * Returns whether more lines end in `\r\n` than in `\n`. Only line ends between tokens count: those in strings and
 * comments are unchanged and would change the majority when empty lines are removed.
 */
function hasCrlf(bytes: Uint8Array, layout: Layout): boolean {
  if (!bytes.includes(CARRIAGE_RETURN)) return false;
  const lines = new LineState(bytes, new NullSink(), false, true);
  new Formatter(bytes, lines, layout).run();
  return lines.balance > 0;
}
