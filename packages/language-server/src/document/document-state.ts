/** One version of an open document: its text, what was parsed of it, and what was found in it. */
import type { Layer } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/layer";
import { parseUsda, type ParseResult } from "@usdkit/usda";
import { checkScene, type Report } from "@usdkit/validate";
import type { Position, Range } from "vscode-languageserver-types";
import type { DocumentSettings } from "../host/host.ts";
import { SourceText } from "./source-text.ts";

/** A change as the protocol has it: without a range, the whole text. */
export interface ContentChange {
  readonly range?: Range;
  readonly text: string;
}

/** Texts above this many bytes are neither parsed nor checked. */
export const MAX_DOCUMENT_BYTES: number = 32 * 1024 ** 2;

/** Immutable, but for what it makes when it is first asked. */
export class DocumentState {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  #parsed: ParseResult | undefined;
  #report: { readonly settings: DocumentSettings; readonly report: Report } | undefined;

  constructor(uri: string, version: number, text: SourceText) {
    this.uri = uri;
    this.version = version;
    this.text = text;
  }

  static open(uri: string, version: number, text: string): DocumentState {
    return new DocumentState(uri, version, SourceText.of(text));
  }

  /** Returns the document after changes, each of which is about the text that the one before it makes. */
  change(version: number, changes: readonly ContentChange[]): DocumentState {
    let { text } = this;
    for (const { range, text: added } of changes) {
      if (range === undefined) text = SourceText.of(added);
      else text = text.replace({ ...text.bytesOf(range), text: encodeUtf8(added) });
    }
    return new DocumentState(this.uri, version, text);
  }

  /** Whether the text is larger than what is parsed. */
  get isTooLarge(): boolean {
    return this.text.bytes.length > MAX_DOCUMENT_BYTES;
  }

  get parsed(): ParseResult {
    return (this.#parsed ??= parseUsda(this.isTooLarge ? "#usda 1.0\n" : this.text.bytes));
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
