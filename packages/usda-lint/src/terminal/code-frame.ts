/** The lines of a text around a place, with the place underlined. */
import type { LineIndex } from "@usdkit/validate";
import { buffer } from "@usdkit/command/process/builtins";
import { displayWidth } from "./display-width.ts";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";

const TAB_WIDTH = 4;
const DELETE_FROM = 0x7f;

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FrameOptions {
  readonly source: Uint8Array;
  readonly lines: LineIndex;
  /** Bytes; what lies after the first line of it is not underlined. */
  readonly range: ByteRange;
  /** Lines before and after. */
  readonly context: number;
  /** Columns of the terminal. */
  readonly columns: number;
  readonly style: Style;
  /** Colours the underline. */
  readonly paint: (text: string) => string;
}

/** One character as it is shown, and its bytes in the source. */
interface Cell {
  readonly text: string;
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

/** The frame's lines, without a line end. */
export function codeFrame({ source, lines, range, context, columns, style, paint }: FrameOptions): string[] {
  const line = lines.lineAt(range.start);
  const first = Math.max(1, line - context);
  const last = Math.min(lines.starts.length, line + context);
  const gutter = String(last).length;
  const width = Math.max(20, columns - gutter - 7);
  const result: string[] = [];
  for (let at = first; at <= last; at++) {
    const { start, end } = lines.lineRange(at);
    const isLast = at === last && at > line;
    if (isLast && start === end) continue;
    const focus = at === line ? Math.min(range.start, end) : start;
    const cells = cutAround(focus, width, readCells(source, { start, end }, focus, width));
    const number = String(at).padStart(gutter);
    const text = cells
      .map((cell) => cell.text)
      .join("")
      .trimEnd();
    if (at !== line) {
      result.push(style.dim(`  ${number} │ ${text}`.trimEnd()));
      continue;
    }
    result.push(`${paint(">")} ${number} ${style.dim("│")} ${text}`.trimEnd());
    const { before, under } = underline(cells, focus, Math.min(range.end, end));
    result.push(
      `  ${" ".repeat(gutter)} ${style.dim("│")} ${" ".repeat(before)}${paint("^".repeat(Math.max(1, under)))}`,
    );
  }
  return result;
}

function underline(cells: readonly Cell[], start: number, end: number): { before: number; under: number } {
  let before = 0;
  let under = 0;
  for (const cell of cells) {
    if (cell.end <= start) before += cell.width;
    else if (cell.start < end) under += cell.width;
  }
  return { before, under };
}

/** The characters of a line; of a very long one only those near `focus`. */
function readCells(source: Uint8Array, { start, end }: ByteRange, focus: number, width: number): Cell[] {
  // A column may take four bytes.
  const from = focus - start > 8 * width ? alignBack(source, focus - 4 * width) : start;
  const to = Math.min(end, focus + 8 * width);
  const cells: Cell[] = [];
  if (from > start) cells.push({ text: "…", width: 1, start, end: from });
  let column = 0;
  for (let i = from; i < to;) {
    const cell = readCell(source, i, end, column);
    cells.push(cell);
    column += cell.width;
    i = cell.end;
  }
  if (to < end) cells.push({ text: "…", width: 1, start: cells.at(-1)?.end ?? to, end });
  return cells;
}

function readCell(source: Uint8Array, i: number, limit: number, column: number): Cell {
  const lead = source[i] ?? 0;
  if (lead === 9) {
    const width = TAB_WIDTH - (column % TAB_WIDTH);
    return { text: " ".repeat(width), width, start: i, end: i + 1 };
  }
  if (lead >= 0x20 && lead < DELETE_FROM) return { text: String.fromCharCode(lead), width: 1, start: i, end: i + 1 };
  const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const bytes = source.subarray(i, Math.min(i + size, limit));
  if (bytes.length < size || !buffer.isUtf8(bytes)) {
    const text = `\\x${lead.toString(16).padStart(2, "0")}`;
    return { text, width: text.length, start: i, end: i + 1 };
  }
  const character = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const text = escapeTerminal(character);
  return { text, width: text === character ? displayWidth(character) : text.length, start: i, end: i + size };
}

function alignBack(source: Uint8Array, offset: number): number {
  let at = offset;
  while (at > offset - 4 && ((source[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** At most `width` columns of a line, with `focus` among them and an ellipsis where something was left out. */
function cutAround(focus: number, width: number, cells: readonly Cell[]): readonly Cell[] {
  const total = cells.reduce((sum, cell) => sum + cell.width, 0);
  if (total <= width) return cells;
  const at = cells.findIndex((cell) => cell.end > focus);
  const middle = at < 0 ? cells.length - 1 : at;

  // Two thirds of the room for what follows, as far as there is so much.
  let from = middle;
  let room = width - 2 - (cells[middle]?.width ?? 0);
  const take = (cell: Cell | undefined, most: number): boolean => {
    if (cell === undefined || cell.width > Math.min(room, most)) return false;
    room -= cell.width;
    return true;
  };
  let before = Math.floor(width / 3);
  while (take(cells[from - 1], before)) before -= cells[--from]?.width ?? 0;
  let to = middle + 1;
  while (take(cells[to], room)) to++;
  while (take(cells[from - 1], room)) from--;

  const kept = cells.slice(from, to);
  const [head] = cells.slice(0, 1);
  const tail = cells.at(-1);
  if (from > 0 && head) kept.unshift({ text: "…", width: 1, start: head.start, end: kept[0]?.start ?? head.end });
  if (to < cells.length && tail)
    kept.push({ text: "…", width: 1, start: kept.at(-1)?.end ?? tail.start, end: tail.end });
  return kept;
}
