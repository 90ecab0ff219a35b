/**
 * Markdown for a terminal: what the pages of rules are written in (headings, paragraphs, lists, tables, code), not all of it.
 * Everything else is shown unchanged.
 */
import { textWidth } from "./display-width.ts";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";
import { wrap } from "./wrap.ts";

export interface MarkdownOptions {
  readonly style: Style;
  readonly columns: number;
}

export function renderMarkdown(markdown: string, options: MarkdownOptions): string {
  const lines = escapeLines(markdown).split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length;) {
    const block = readBlock(lines, at);
    at = block.next;
    if (block.kind === "blank") continue;
    if (out.length > 0) out.push("");
    out.push(...renderBlock(block, options));
  }
  return `${out.join("\n")}\n`;
}

interface Block {
  readonly kind: "blank" | "heading" | "code" | "table" | "list" | "text";
  /** Without a code block's fences. */
  readonly lines: readonly string[];
  /** The line after it. */
  readonly next: number;
}

function readBlock(lines: readonly string[], start: number): Block {
  const first = lines[start] ?? "";
  if (first.trim() === "") return { kind: "blank", lines: [], next: start + 1 };
  if (/^#{1,6} /.test(first)) return { kind: "heading", lines: [first], next: start + 1 };
  const fence = /^`{3,}/.exec(first)?.[0];
  let end = start + 1;
  if (fence !== undefined) {
    while (end < lines.length && lines[end] !== fence) end++;
    return { kind: "code", lines: lines.slice(start + 1, end), next: end + 1 };
  }
  const kind = first.startsWith("|") ? "table" : first.startsWith("- ") ? "list" : "text";
  while (end < lines.length && continues(kind, lines[end] ?? "")) end++;
  return { kind, lines: lines.slice(start, end), next: end };
}

function continues(kind: "table" | "list" | "text", line: string): boolean {
  if (kind === "table") return line.startsWith("|");
  return line.trim() !== "" && !/^(?:#{1,6} |`{3}|\|)/.test(line) && (kind === "list" || !line.startsWith("- "));
}

function renderBlock({ kind, lines }: Block, { style, columns }: MarkdownOptions): string[] {
  switch (kind) {
    case "heading": {
      const [marks = "", ...words] = (lines[0] ?? "").split(" ");
      const title = words.join(" ");
      return [marks.length > 2 ? inline(title, style) : style.bold(title)];
    }
    case "code":
      return lines.map((line) => (line === "" ? "" : `    ${line}`));
    case "table":
      return table(lines, { style, columns });
    case "list":
      return items(lines).flatMap((item) =>
        wrap(item, columns - 2).map((line, i) => `${i === 0 ? "- " : "  "}${inline(line, style)}`),
      );
    default:
      return wrap(lines.join(" "), columns).map((line) => inline(line, style));
  }
}

/** A line that is not an item of its own belongs to the one before. */
function items(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (const line of lines) {
    if (line.startsWith("- ")) result.push(line.slice(2));
    else result.push(`${result.pop() ?? ""} ${line.trim()}`);
  }
  return result;
}

/** Columns that line up; the last one is wrapped. An empty head is left out. */
function table(lines: readonly string[], { style, columns }: MarkdownOptions): string[] {
  const rows = lines.filter((line) => !/^\|[\s|:-]*$/.test(line) || !line.includes("-")).map(readRow);
  const shown = rows.filter((row) => row.some((cell) => cell !== ""));
  const count = Math.max(...shown.map((row) => row.length), 0);
  const widths = Array.from({ length: count }, (_, i) => Math.max(...shown.map((row) => textWidth(row[i] ?? ""))));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 2);
  return shown.flatMap((row) => {
    const head = row.slice(0, count - 1).map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - textWidth(cell) + 2));
    return wrap(row[count - 1] ?? "", Math.max(20, columns - before)).map((line, i) =>
      `  ${i === 0 ? style.dim(head.join("")) : " ".repeat(before - 2)}${inline(line, style)}`.trimEnd(),
    );
  });
}

function readRow(line: string): string[] {
  const inner = line.replace(/^\|/, "").replace(/\|\s*$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

const INLINE =
  /\\(?<mark>[<*[\]\\])|`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\[(?<label>[^\]]*)\]\((?<target>[^)\s]*)\)/g;

/** Escaped marks, code, strong text and links. Without colours the marks of code stay, so that code differs from text. */
function inline(text: string, style: Style): string {
  let result = "";
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const { mark, code, strong, label, target } = match.groups ?? {};
    result += text.slice(end, match.index);
    if (mark !== undefined) result += mark;
    else if (code !== undefined) result += style.color ? style.cyan(code) : `\`${code}\``;
    else if (strong !== undefined) result += style.bold(strong);
    else result += `${label} (${target})`;
    end = match.index + match[0].length;
  }
  return result + text.slice(end);
}
