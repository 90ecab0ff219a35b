/** The features of the language server in the editor. */
import {
  autocompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { Prec, type Extension, type Text } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import { element } from "../dom.ts";
import { codeLenses, type RunCommand } from "./code-lenses.ts";
import { colorPickers, openColorPicker } from "./color-pickers.ts";
import { commandsMenu } from "./commands-menu.ts";
import { documentLinks, linkAt } from "./document-links.ts";
import { folding } from "./folding.ts";
import { inlayHints } from "./inlay-hints.ts";
import { quickFixes, showFixes } from "./quick-fixes.ts";
import { findReferences, references, stepToReference, type ShowReferences } from "./references.ts";
import { startRename } from "./rename.ts";
import { expandSelection, selectionRanges, shrinkSelection } from "./selection-ranges.ts";
import { semanticTokens } from "./semantic-tokens.ts";
import { showSignature, signatureHelp } from "./signature-help.ts";
import { markdownNodes } from "./markdown-nodes.ts";
import { changesOf, offsetAt, type LanguageClient, type LspEdit, type LspRange } from "./language-client.ts";

interface LspCompletion {
  readonly label: string;
  readonly kind?: number;
  readonly detail?: string;
  readonly documentation?: string | { readonly value: string };
  readonly sortText?: string;
  readonly insertText?: string;
  readonly textEdit?: LspEdit;
}

/** `CompletionItemKind` → the icon that the editor shows. */
const KINDS: Readonly<Record<number, string>> = {
  5: "property",
  7: "class",
  10: "property",
  12: "constant",
  13: "enum",
  14: "keyword",
  20: "enum",
  22: "class",
  25: "type",
};

/** What the features call on the page. */
export interface LanguageListener {
  /** A command of a code lens. */
  readonly onCommand: RunCommand;
  readonly onReferences: ShowReferences;
  /** Opens the file of an asset path. */
  readonly onOpenLink: (assetPath: string) => void;
}

/** Returns the editor extensions for a text synchronized with the server. */
export function languageFeatures(client: LanguageClient, listener: LanguageListener): Extension {
  const { onCommand, onReferences, onOpenLink } = listener;
  const follow = (view: EditorView, offset = view.state.selection.main.head): boolean => {
    const link = linkAt(view, offset);
    if (link === undefined) return startDefinition(client, view, offset);
    onOpenLink(link);
    return true;
  };
  const rename = (view: EditorView): boolean => startRename(client, view);
  const format = (view: EditorView): boolean => startFormat(client, view);
  return [
    inlayHints(client),
    codeLenses(client, onCommand),
    quickFixes(client),
    folding(client),
    semanticTokens(client),
    colorPickers(client),
    documentLinks(client),
    references(client, onReferences),
    selectionRanges(client),
    signatureHelp(client),
    autocompletion({ override: [(context) => complete(client, context)], icons: true }),
    hoverTooltip((view, offset) => hover(client, view, offset), { hideOnChange: true }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) client.change(update);
    }),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return offset !== null && follow(view, offset);
      },
    }),
    Prec.high(
      keymap.of([
        { key: "F12", run: (view) => follow(view) },
        { key: "F2", run: rename },
        { key: "Shift-Alt-f", run: format },
      ]),
    ),
    commandsMenu([
      { label: "Go to definition, or open the file", key: "F12", run: (view) => follow(view) },
      { label: "List references", key: "Shift+F12", run: (view) => findReferences(client, view) },
      { label: "Next reference", key: "F4", run: (view) => stepToReference(view, 1) },
      { label: "Previous reference", key: "Shift+F4", run: (view) => stepToReference(view, -1) },
      { label: "Rename", key: "F2", run: rename },
      { label: "Fixes", key: "Ctrl+.", run: (view) => showFixes(client, view) },
      { label: "Complete", key: "Ctrl+Space", run: startCompletion },
      { label: "Signature", key: "Ctrl+Shift+Space", run: (view) => showSignature(client, view) },
      { label: "Pick a color", key: "Shift+Alt+C", run: openColorPicker },
      { label: "Expand selection", key: "Shift+Alt+→", run: (view) => expandSelection(client, view) },
      { label: "Shrink selection", key: "Shift+Alt+←", run: shrinkSelection },
      { label: "Format", key: "Shift+Alt+F", run: format },
    ]),
  ];
}

async function complete(client: LanguageClient, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/[\w:@<"/.-]+/);
  if (word === null && !explicit) return null;
  const answer = await client.ask("textDocument/completion", state.doc, pos);
  const items = (
    Array.isArray(answer) ? answer : ((answer as { items?: unknown } | undefined)?.items ?? [])
  ) as readonly LspCompletion[];
  if (context.aborted || items.length === 0) return null;
  const ranges = items.flatMap(({ textEdit }) => (textEdit === undefined ? [] : [textEdit.range]));
  const name = context.matchBefore(/[\w:]*/);
  const from = Math.min(...ranges.map(({ start }) => offsetAt(state.doc, start)), name?.from ?? pos);
  const options = items
    .toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))
    .map((item): Completion => completionOf(item, state.doc));
  return { from, options, validFor: /^[\w:]*$/ };
}

function completionOf(item: LspCompletion, text: Text): Completion {
  const { label, kind, detail, documentation, textEdit, insertText = label } = item;
  const words = typeof documentation === "string" ? documentation : documentation?.value;
  return {
    label,
    type: KINDS[kind ?? 0] ?? "text",
    ...(detail === undefined ? {} : { detail }),
    ...(words === undefined ? {} : { info: () => element("div", { class: "docs" }, markdownNodes(words)) }),
    apply: (view, _completion, from, to) => {
      const start = textEdit === undefined ? from : Math.min(from, offsetAt(text, textEdit.range.start));
      const insert = textEdit?.newText ?? insertText;
      view.dispatch({ changes: { from: start, to, insert }, selection: { anchor: start + insert.length } });
    },
  };
}

async function hover(client: LanguageClient, view: EditorView, offset: number): Promise<Tooltip | null> {
  const answer = await client.ask("textDocument/hover", view.state.doc, offset);
  const { contents, range } = (answer ?? {}) as { contents?: string | { value: string }; range?: LspRange };
  const markdown = typeof contents === "string" ? contents : contents?.value;
  if (markdown === undefined || markdown === "") return null;
  const { doc } = view.state;
  return {
    pos: range === undefined ? offset : offsetAt(doc, range.start),
    end: range === undefined ? offset : offsetAt(doc, range.end),
    above: true,
    create: () => ({ dom: element("div", { class: "cm-hover-text" }, markdownNodes(markdown)) }),
  };
}

function startDefinition(client: LanguageClient, view: EditorView, offset = view.state.selection.main.head): boolean {
  void client.ask("textDocument/definition", view.state.doc, offset).then((answer) => {
    const [first] = (Array.isArray(answer) ? answer : [answer]) as ({ range?: LspRange } | undefined)[];
    if (first?.range === undefined) return;
    const anchor = offsetAt(view.state.doc, first.range.start);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  });
  return true;
}

function startFormat(client: LanguageClient, view: EditorView): boolean {
  const { doc, readOnly } = view.state;
  if (readOnly) return true;
  void client.askAll("textDocument/formatting", { options: { tabSize: 4, insertSpaces: true } }).then((answer) => {
    // The text has changed: the edits are outdated.
    if (!Array.isArray(answer) || view.state.doc !== doc) return;
    view.dispatch({ changes: changesOf(answer as readonly LspEdit[], doc), userEvent: "format" });
  });
  return true;
}
