/** The text editor. */
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Text } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { decodeExactly } from "../../document/decode-text.ts";
import { MAX_EDITOR_BYTES } from "../../document/editor-limit.ts";
import type { FindingRow, TextPlace } from "../../protocol/code-view.ts";
import { element } from "../dom.ts";
import { editorTheme } from "./editor-theme.ts";
import type { LanguageClient } from "./language-client.ts";
import { hasNewFolds } from "./folding.ts";
import { languageFeatures, type LanguageListener } from "./language-features.ts";
import { forgetReferences, selectReference } from "./references.ts";
import { OF_CODE } from "./quick-fixes.ts";
import { textInParts } from "./text-in-parts.ts";
import { usdaLanguage } from "./usda-language.ts";

/** Findings that are marked in the text. */
const MAX_MARKED = 500;
/** Marks a change made by the page, not the user. */
const fromPage = Annotation.define<boolean>();

/** Events of the user. */
export interface EditorListener extends LanguageListener {
  onChange(text: () => string): void;
  /** An edit would make the text longer than the editor allows: it is not applied. */
  onTooLong(length: number): void;
  /** The cursor's line, when the user moved it. */
  onCursor(line: number): void;
}

/** An editor in a shadow tree: its styles are style sheet objects there, which the content security policy allows. */
export class Editor {
  readonly element: HTMLElement = element("div", { class: "editor" });
  #prepared: { readonly text: string; readonly lines: Text } | undefined;
  readonly #view: EditorView;
  readonly #canEdit = new Compartment();
  readonly #language: LanguageClient;

  constructor(listener: EditorListener, language: LanguageClient) {
    this.#language = language;
    const root = this.element.attachShadow({ mode: "open" });
    const host = element("div");
    host.style.height = "100%";
    root.append(host);
    const extensions = [
      lineNumbers(),
      highlightActiveLineGutter(),
      foldGutter({ foldingChanged: hasNewFolds }),
      history(),
      drawSelection(),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: false }),
      lintGutter(),
      indentUnit.of("    "),
      usdaLanguage,
      languageFeatures(language, listener),
      // Carriage returns stay in the text, so that its offsets are those of the file and it is saved with them.
      EditorState.lineSeparator.of("\n"),
      editorTheme,
      EditorView.contentAttributes.of({ "aria-label": "Text of the file", tabindex: "0" }),
      keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => {
        const isOwn = update.transactions.some((transaction) => transaction.annotation(fromPage) === true);
        if (isOwn) return;
        if (update.docChanged) listener.onChange(() => this.text);
        if (update.selectionSet) {
          listener.onCursor(update.state.doc.lineAt(update.state.selection.main.head).number);
        }
      }),
      EditorState.transactionFilter.of((transaction) => {
        if (!transaction.docChanged || transaction.annotation(fromPage) === true) return transaction;
        const { length } = transaction.newDoc;
        if (length <= MAX_EDITOR_BYTES || length <= transaction.startState.doc.length) return transaction;
        listener.onTooLong(length);
        return [];
      }),
      this.#canEdit.of([]),
    ];
    this.#view = new EditorView({ state: EditorState.create({ doc: "", extensions }), parent: host, root });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Prepares a text that is shown next; a large one without blocking the page. */
  async prepare(text: string): Promise<void> {
    this.#prepared = { text, lines: await textInParts(text) };
  }

  /** Shows the text of another file. */
  open(text: string): void {
    forgetReferences(this.#view);
    this.show(text);
    const { doc } = this.#view.state;
    // Joining the lines of a large text takes long.
    if (text !== "") void this.#language.open(() => (this.#view.state.doc === doc ? text : this.text));
  }

  /** Replaces the text; keeps the cursor's line and leaves equal parts unchanged. */
  show(text: string): void {
    const { state } = this.#view;
    const before = state.doc.toString();
    const prepared = this.#prepared?.text === text ? this.#prepared.lines : undefined;
    this.#prepared = undefined;
    if (before === text) return;
    const [from, to, insert] = before === "" ? [0, 0, prepared ?? text] : changed(before, text);
    // Otherwise it is undone together with what was typed shortly before.
    const annotations = [fromPage.of(true), isolateHistory.of("full")];
    this.#view.dispatch({ changes: { from, to, insert }, annotations });
  }

  /** Allows or forbids edits. */
  setReadOnly(isReadOnly: boolean): void {
    const extension = isReadOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [];
    this.#view.dispatch({ effects: this.#canEdit.reconfigure(extension), annotations: fromPage.of(true) });
  }

  /**
   * Marks findings.
   *
   * @param source The text that they are about, UTF-8. What is shown may be newer.
   */
  mark(findings: readonly FindingRow[], source: Uint8Array): void {
    const { state } = this.#view;
    const diagnostics = findings.slice(0, MAX_MARKED).map((finding): Diagnostic => {
      const from = offsetOf(state.doc, finding.start);
      return {
        from,
        to: Math.max(from, offsetOf(state.doc, finding.end)),
        severity: finding.severity,
        source: finding.rule,
        // A node, so that no part of the message becomes markup.
        ...(finding.isOfCode === true ? { markClass: OF_CODE } : {}),
        renderMessage: () => element("span", { text: messageOf(finding) }),
        message: messageOf(finding),
        actions: finding.fixes.map(({ title, edits }) => ({
          name: title,
          apply: (view: EditorView) => {
            // In a newer text, the edits would change other places.
            if (decodeExactly(source) !== view.state.doc.toString()) return;
            const changes = edits.map(({ from: start, to, text }) => ({ from: start, to, insert: text }));
            view.dispatch({ changes, userEvent: "fix" });
          },
        })),
      };
    });
    this.#view.dispatch({ ...setDiagnostics(state, diagnostics), annotations: fromPage.of(true) });
  }

  /** Selects a use of those that were listed. */
  showReference(index: number, hasFocus: boolean): void {
    selectReference(this.#view, index);
    if (hasFocus) this.#view.focus();
  }

  /** Moves the cursor to a position and scrolls to it. */
  reveal(place: TextPlace, hasFocus: boolean): void {
    const anchor = offsetOf(this.#view.state.doc, place);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
      annotations: fromPage.of(true),
    });
    if (hasFocus) this.#view.focus();
  }
}

function messageOf({ message, hint, rule }: FindingRow): string {
  return `${message}${hint === null ? "" : `\n${hint}`}\n${rule}`;
}

function offsetOf(text: Text, { line, column }: TextPlace): number {
  if (line > text.lines) return text.length;
  const { from, length } = text.line(Math.max(1, line));
  return from + Math.min(length, Math.max(0, column - 1));
}

/** Returns the differing part of a text, without the common prefix and suffix. */
function changed(before: string, after: string): [from: number, to: number, insert: string] {
  let start = 0;
  const most = Math.min(before.length, after.length);
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  return [start, before.length - end, after.slice(start, after.length - end)];
}
