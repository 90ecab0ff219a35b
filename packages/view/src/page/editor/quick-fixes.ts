/** A menu of the fixes for the findings at the cursor. */
import { forEachDiagnostic } from "@codemirror/lint";
import { Prec, StateEffect, StateField, type Extension } from "@codemirror/state";
import { keymap, showTooltip, type EditorView, type Tooltip } from "@codemirror/view";
import { rangeOf, type LanguageClient, type WorkspaceEdit } from "./language-client.ts";
import { menuList, type MenuItem } from "./menu-list.ts";

/** Marks of findings whose fixes the language server does not know: of rules of the configuration that are code. */
export const OF_CODE = "cm-finding-of-code";

interface CodeAction {
  readonly title: string;
  readonly edit?: WorkspaceEdit;
}

const setMenu = StateEffect.define<Tooltip | null>();
const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** Returns the extension: Ctrl+. or Cmd+. opens the menu. */
export function quickFixes(client: LanguageClient): Extension {
  return [menu, Prec.high(keymap.of([{ key: "Mod-.", run: (view) => showFixes(client, view) }]))];
}

/** Opens the menu. */
export function showFixes(client: LanguageClient, view: EditorView): boolean {
  if (!view.state.readOnly) void openMenu(client, view);
  return true;
}

async function openMenu(client: LanguageClient, view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const range = rangeOf(doc, selection.main);
  const answer = await client.askAll("textDocument/codeAction", { range, context: { diagnostics: [] } });
  if (view.state.doc !== doc) return;
  const actions = Array.isArray(answer) ? (answer as readonly CodeAction[]) : [];
  const close = (): void => {
    view.dispatch({ effects: setMenu.of(null) });
    view.focus();
  };
  const apply = async (action: CodeAction): Promise<void> => {
    close();
    const { edit } =
      action.edit === undefined ? ((await client.send("codeAction/resolve", action)) as CodeAction) : action;
    if (edit === undefined || view.state.doc !== doc) return;
    view.dispatch({ changes: client.changesOf(edit, doc), userEvent: "fix" });
  };
  const items = actions.map((action) => ({ label: action.title, onClick: () => void apply(action) }));
  const list = menuList([...fixesOfCode(view, close), ...items], "No fixes here", close);
  const tooltip: Tooltip = { pos: head, create: () => ({ dom: list.dom, mount: () => list.focus() }) };
  view.dispatch({ effects: setMenu.of(tooltip) });
}

/** Returns the fixes of rules that are code for the findings that touch the selection. */
function fixesOfCode(view: EditorView, close: () => void): readonly MenuItem[] {
  const { from, to } = view.state.selection.main;
  const items: MenuItem[] = [];
  forEachDiagnostic(view.state, ({ markClass, actions = [] }, start, end) => {
    if (markClass !== OF_CODE || end < from || start > to) return;
    for (const { name, apply } of actions) {
      items.push({
        label: name,
        onClick: () => {
          close();
          apply(view, start, end);
        },
      });
    }
  });
  return items;
}
