/** One version of an open document: its text, its layer and its findings. */
import type { ByteRange, Layer } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/base";
import { parseUsda, reparseUsda, type ParseResult, type ReparseEdit } from "@usdkit/usda";
import { SceneCheck, type Finding } from "@usdkit/validate";
import type { Position, Range } from "vscode-languageserver-types";
import type { DocumentSettings } from "../host/host.ts";
import { SourceText, type ByteEdit } from "./source-text.ts";

/** A change as the protocol has it: without a range, the whole text. */
export interface ContentChange {
  readonly range?: Range;
  readonly text: string;
}

/** What an earlier version was parsed or checked to, and all edits since then as one. */
interface Origin<Made> {
  readonly made: Made;
  readonly edit: ReparseEdit | undefined;
}

/** The findings of a version, by its settings. */
interface Checked {
  readonly settings: DocumentSettings;
  readonly check: SceneCheck;
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

/** Immutable, except for the layer and the findings, which are made on first access. */
export class DocumentState {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  #parsed: ParseResult | undefined;
  #checked: Checked | undefined;
  /** Dropped when this version is parsed, or checked. */
  #parsedBefore: Origin<ParseResult> | undefined;
  #checkedBefore: Origin<Checked> | undefined;

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
    let parsed = originOf(this.#parsed, this.#parsedBefore);
    let checked = originOf(this.#checked, this.#checkedBefore);
    for (const { range, text: added } of changes) {
      if (range === undefined) {
        text = SourceText.of(added);
        parsed = undefined;
        checked = undefined;
        continue;
      }
      const edit = { ...text.bytesOf(range), text: encodeUtf8(added) };
      parsed = after(parsed, edit);
      checked = after(checked, edit);
      text = text.replace(edit);
    }
    const changed = new DocumentState(this.uri, version, text);
    changed.#parsedBefore = parsed;
    changed.#checkedBefore = checked;
    return changed;
  }

  /** Whether the text is too large to be parsed. */
  get isTooLarge(): boolean {
    return this.text.bytes.length > MAX_DOCUMENT_BYTES;
  }

  get parsed(): ParseResult {
    this.#parsed ??= this.#parse();
    this.#parsedBefore = undefined;
    return this.#parsed;
  }

  #parse(): ParseResult {
    if (this.isTooLarge) return parseUsda("#usda 1.0\n");
    const { bytes } = this.text;
    if (this.#parsedBefore === undefined) return parseUsda(bytes);
    const { made, edit } = this.#parsedBefore;
    return edit === undefined ? made : reparseUsda(made, bytes, edit);
  }

  get layer(): Layer {
    return this.parsed.layer;
  }

  /** Whether a check runs the rules on every prim, not only on those that changed. */
  isCheckedWhole(settings: DocumentSettings): boolean {
    const known = this.#checked ?? this.#checkedBefore?.made;
    return known?.settings !== settings;
  }

  /** Returns the findings of the rules, by these settings. */
  check(settings: DocumentSettings): SceneCheck {
    if (this.#checked?.settings !== settings) this.#checked = { settings, check: this.#check(settings) };
    this.#checkedBefore = undefined;
    return this.#checked.check;
  }

  /** Returns the first findings of the last check before this version, where they are now; none that the edits touch. */
  earlierFindings(limit: number): readonly { readonly finding: Finding; readonly range: ByteRange }[] {
    const { made, edit } = this.#checkedBefore ?? {};
    const findings = made?.check.findings(limit) ?? [];
    if (edit === undefined) return findings.map((finding) => ({ finding, range: finding.range }));
    const shift = edit.size - (edit.end - edit.start);
    return findings.flatMap((finding) => {
      const { start, end } = finding.range;
      if (end <= edit.start) return { finding, range: finding.range };
      return start >= edit.end ? { finding, range: { start: start + shift, end: end + shift } } : [];
    });
  }

  #check(settings: DocumentSettings): SceneCheck {
    const text = { parsed: this.parsed, lineStarts: this.text.lineStarts };
    const before = this.#checkedBefore;
    if (before?.made.settings !== settings) return SceneCheck.of(text, settings.check);
    const { check } = before.made;
    return before.edit === undefined ? check : check.next(text, before.edit);
  }

  offsetAt(position: Position): number {
    return this.text.offsetAt(position);
  }
}

function originOf<Made>(made: Made | undefined, before: Origin<Made> | undefined): Origin<Made> | undefined {
  return made === undefined ? before : { made, edit: undefined };
}

function after<Made>(origin: Origin<Made> | undefined, edit: ByteEdit): Origin<Made> | undefined {
  return origin === undefined ? undefined : { made: origin.made, edit: joinEdits(origin.edit, edit) };
}
