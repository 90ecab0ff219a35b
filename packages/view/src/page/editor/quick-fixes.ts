/** A menu of the fixes for the findings at the cursor. */
import { Prec, StateEffect, StateField, type Extension } from "@codemirror/state";
import { keymap, showTooltip, type EditorView, type Tooltip } from "@codemirror/view";
import { element } from "../dom.ts";
import { positionOf, type LanguageClient, type WorkspaceEdit } from "./language-client.ts";

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
  const open = (view: EditorView): boolean => {
    if (!view.state.readOnly) void openMenu(client, view);
    return true;
  };
  return [menu, Prec.high(keymap.of([{ key: "Mod-.", run: open }]))];
}

async function openMenu(client: LanguageClient, view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { from, to, head } = selection.main;
  const range = { start: positionOf(doc, from), end: positionOf(doc, to) };
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
  const buttons = actions.map((action) =>
    element("button", {
      text: action.title,
      attributes: { type: "button", role: "menuitem" },
      on: { click: () => void apply(action) },
    }),
  );
  const items = buttons.length === 0 ? [element("p", { text: "No fixes here" })] : buttons;
  const dom = element("div", { class: "cm-quick-fixes", attributes: { role: "menu" } }, items);
  dom.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const at = buttons.findIndex((button) => button.matches(":focus"));
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  const tooltip: Tooltip = { pos: head, create: () => ({ dom, mount: () => buttons[0]?.focus() }) };
  view.dispatch({ effects: setMenu.of(tooltip) });
}
