/** Expands selections by the syntax: word, brackets, statement, prim, parents. */
import { EditorSelection, Prec, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { keymap, type EditorView } from "@codemirror/view";
import { offsetAt, positionOf, type LanguageClient, type LspRange } from "./language-client.ts";

interface LspSelectionRange {
  readonly range: LspRange;
  readonly parent?: LspSelectionRange;
}

const setSmaller = StateEffect.define<readonly EditorSelection[]>();
/** The selections that were expanded, the last one at the end. */
const smaller = StateField.define<readonly EditorSelection[]>({
  create: () => [],
  update(known, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setSmaller)) return effect.value;
    return docChanged || selection !== undefined ? [] : known;
  },
});

/** Returns the extension: Shift+Alt+Right (or Ctrl+I) expands selections, Shift+Alt+Left shrinks them again. */
export function selectionRanges(client: LanguageClient): Extension {
  const expand = (view: EditorView): boolean => expandSelection(client, view);
  const keys = [
    { key: "Shift-Alt-ArrowRight", run: expand },
    { key: "Mod-i", run: expand, preventDefault: true },
    { key: "Shift-Alt-ArrowLeft", run: shrinkSelection },
  ];
  return [smaller, Prec.high(keymap.of(keys))];
}

/** Selects the next larger part of the syntax around each selection. */
export function expandSelection(client: LanguageClient, view: EditorView): boolean {
  void expand(client, view);
  return true;
}

/** Selects what was selected before the last expansion. */
export function shrinkSelection(view: EditorView): boolean {
  const known = view.state.field(smaller);
  const selection = known.at(-1);
  if (selection === undefined) return true;
  view.dispatch({ selection, effects: setSmaller.of(known.slice(0, -1)), userEvent: "select", scrollIntoView: true });
  return true;
}

async function expand(client: LanguageClient, view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const positions = selection.ranges.map(({ head }) => positionOf(doc, head));
  const answer = await client.askAll("textDocument/selectionRange", { positions });
  if (!Array.isArray(answer) || view.state.doc !== doc || !view.state.selection.eq(selection)) return;
  const chains = answer as readonly (LspSelectionRange | undefined)[];
  const ranges = selection.ranges.map((range, i) => {
    const [from, to] = around(doc, chains[i], range.from, range.to);
    return EditorSelection.range(from, to);
  });
  const larger = EditorSelection.create(ranges, selection.mainIndex);
  if (larger.eq(selection)) return;
  const known = view.state.field(smaller);
  view.dispatch({ selection: larger, effects: setSmaller.of([...known, selection]), userEvent: "select" });
}

/** Returns the first range of a chain that is larger than a selection. */
function around(
  doc: Text,
  chain: LspSelectionRange | undefined,
  from: number,
  to: number,
): readonly [from: number, to: number] {
  for (let each = chain; each !== undefined; each = each.parent) {
    const [start, end] = [offsetAt(doc, each.range.start), offsetAt(doc, each.range.end)];
    if (start <= from && end >= to && end - start > to - from) return [start, end];
  }
  return [from, to];
}
