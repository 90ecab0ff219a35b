/** One version of an open document: its text, what was parsed of it, and what was found in it. */
import type { Layer } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/layer";
import { parseUsda, reparseUsda, type ParseResult, type ReparseEdit } from "@usdkit/usda";
import { checkScene, type Report } from "@usdkit/validate";
import type { Position, Range } from "vscode-languageserver-types";
import type { DocumentSettings } from "../host/host.ts";
import { SourceText, type ByteEdit } from "./source-text.ts";

/** A change as the protocol has it: without a range, the whole text. */
export interface ContentChange {
  readonly range?: Range;
  readonly text: string;
}

interface Origin {
  readonly parsed: ParseResult;
  readonly edit: ReparseEdit | undefined;
}

/** Returns two edits, the second one of the text that the first makes, as one that covers both and what is between. */
export function joinEdits(first: ReparseEdit | undefined, { start, end, text }: ByteEdit): ReparseEdit {
  if (first === undefined) return { start, end, size: text.length };
  const changed = first.start + first.size;
  // What is added to the first edit's bytes on each side is the same in the text before it.
  const before = Math.max(0, first.start - start);
  const behind = Math.max(0, end - changed);
  const from = first.start - before;
  const size = before + first.size + behind - (end - start) + text.length;
  return { start: from, end: first.end + behind, size };
}

/** Texts above this many bytes are neither parsed nor checked. */
export const MAX_DOCUMENT_BYTES: number = 32 * 1024 ** 2;

/** Immutable, but for what it makes when it is first asked. */
export class DocumentState {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  #parsed: ParseResult | undefined;
  /** What an earlier version was parsed to, and all edits since then as one; dropped when this one is parsed. */
  #origin: Origin | undefined;
  #report: { readonly settings: DocumentSettings; readonly report: Report } | undefined;

  constructor(uri: string, version: number, text: SourceText, origin?: Origin) {
    this.uri = uri;
    this.version = version;
    this.text = text;
    this.#origin = origin;
  }

  static open(uri: string, version: number, text: string): DocumentState {
    return new DocumentState(uri, version, SourceText.of(text));
  }

  /** Returns the document after changes, each of which is about the text that the one before it makes. */
  change(version: number, changes: readonly ContentChange[]): DocumentState {
    let { text } = this;
    let origin: Origin | undefined =
      this.#parsed === undefined ? this.#origin : { parsed: this.#parsed, edit: undefined };
    for (const { range, text: added } of changes) {
      if (range === undefined) {
        text = SourceText.of(added);
        origin = undefined;
        continue;
      }
      const edit = { ...text.bytesOf(range), text: encodeUtf8(added) };
      if (origin !== undefined) origin = { parsed: origin.parsed, edit: joinEdits(origin.edit, edit) };
      text = text.replace(edit);
    }
    return new DocumentState(this.uri, version, text, origin);
  }

  /** Whether the text is larger than what is parsed. */
  get isTooLarge(): boolean {
    return this.text.bytes.length > MAX_DOCUMENT_BYTES;
  }

  get parsed(): ParseResult {
    this.#parsed ??= this.#parse();
    this.#origin = undefined;
    return this.#parsed;
  }

  #parse(): ParseResult {
    if (this.isTooLarge) return parseUsda("#usda 1.0\n");
    const { bytes } = this.text;
    if (this.#origin === undefined) return parseUsda(bytes);
    const { parsed, edit } = this.#origin;
    return edit === undefined ? parsed : reparseUsda(parsed, bytes, edit);
  }

  get layer(): Layer {
    return this.parsed.layer;
  }

  /** Returns what the rules find, by these settings. */
  check(settings: DocumentSettings): Report {
    if (this.#report?.settings !== settings) {
      this.#report = { settings, report: checkScene(this.parsed, settings.check) };
    }
    return this.#report.report;
  }

  offsetAt(position: Position): number {
    return this.text.offsetAt(position);
  }
}
