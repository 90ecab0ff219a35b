/** The uses of a prim, property or file: marked in the text, listed, and stepped through. */
import { Prec, StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, type DecorationSet } from "@codemirror/view";
import { offsetAt, type LanguageClient, type LspRange } from "./language-client.ts";

/** Uses that are listed. */
const MAX_LISTED = 1000;
/** Characters of a line that are listed. */
const MAX_LINE = 300;

/** A use, as the list shows it. */
export interface ReferenceRow {
  readonly line: number;
  readonly column: number;
  /** The text of the line, in three parts; the second is the use. */
  readonly text: readonly [before: string, use: string, after: string];
}

/** Shows the uses; `isNew` if the user asked for them, otherwise an edit moved them or they were forgotten. */
export type ShowReferences = (rows: readonly ReferenceRow[], isNew: boolean) => void;

const setUses = StateEffect.define<DecorationSet>();
const forgetUses = StateEffect.define();
const mark = Decoration.mark({ class: "cm-reference", inclusive: false });
const uses = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes }) {
    for (const effect of effects) {
      if (effect.is(setUses)) return effect.value;
      if (effect.is(forgetUses)) return Decoration.none;
    }
    return shown.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Returns the extension: Shift+F12 lists the uses of what is at the cursor, F4 and Shift+F4 step through them. */
export function references(client: LanguageClient, show: ShowReferences): Extension {
  const listen = EditorView.updateListener.of(({ state, startState, transactions }) => {
    const isNew = transactions.some(({ effects }) => effects.some((effect) => effect.is(setUses)));
    if (isNew || state.field(uses) !== startState.field(uses)) show(rowsOf(state), isNew);
  });
  const keys = [
    { key: "Shift-F12", run: (view: EditorView) => findReferences(client, view) },
    { key: "F4", run: (view: EditorView) => stepToReference(view, 1) },
    { key: "Shift-F4", run: (view: EditorView) => stepToReference(view, -1) },
  ];
  return [uses, listen, Prec.high(keymap.of(keys))];
}

/** Lists the uses of what is at the cursor. */
export function findReferences(client: LanguageClient, view: EditorView): boolean {
  const { doc, selection } = view.state;
  const context = { includeDeclaration: true };
  void client.ask("textDocument/references", doc, selection.main.head, { context }).then((answer) => {
    if (view.state.doc !== doc) return;
    const found = Array.isArray(answer) ? (answer as readonly { readonly range: LspRange }[]) : [];
    const ranges = found.slice(0, MAX_LISTED).flatMap(({ range }) => {
      const [from, to] = [offsetAt(doc, range.start), offsetAt(doc, range.end)];
      return to > from ? [mark.range(from, to)] : [];
    });
    view.dispatch({ effects: setUses.of(Decoration.set(ranges, true)) });
  });
  return true;
}

/** Selects the next (1) or previous (-1) use, after the last the first. */
export function stepToReference(view: EditorView, step: 1 | -1): boolean {
  const { state } = view;
  const found = rangesOf(state);
  const { from: at } = state.selection.main;
  const next =
    step === 1
      ? (found.find(({ from }) => from > at) ?? found[0])
      : (found.findLast(({ from }) => from < at) ?? found.at(-1));
  if (next !== undefined) select(view, next);
  return true;
}

/** Selects a use by its number in the list. */
export function selectReference(view: EditorView, index: number): void {
  const found = rangesOf(view.state)[index];
  if (found !== undefined) select(view, found);
}

/** Forgets the uses: another file is shown. */
export function forgetReferences(view: EditorView): void {
  if (view.state.field(uses).size > 0) view.dispatch({ effects: forgetUses.of(null) });
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function select(view: EditorView, { from, to }: Range): void {
  const effects = EditorView.scrollIntoView(from, { y: "center" });
  view.dispatch({ selection: { anchor: from, head: to }, effects, userEvent: "select" });
}

function rangesOf(state: EditorState): readonly Range[] {
  const found: Range[] = [];
  state.field(uses).between(0, state.doc.length, (from, to) => void found.push({ from, to }));
  return found;
}

function rowsOf(state: EditorState): readonly ReferenceRow[] {
  return rangesOf(state).map(({ from, to }): ReferenceRow => {
    const line = state.doc.lineAt(from);
    const start = Math.max(line.from, from - MAX_LINE);
    const before = state.sliceDoc(start, from).trimStart();
    const end = Math.min(line.to, to);
    const after = state.sliceDoc(end, Math.min(line.to, end + MAX_LINE));
    return { line: line.number, column: from - line.from + 1, text: [before, state.sliceDoc(from, end), after] };
  });
}
