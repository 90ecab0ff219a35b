/** Renames a prim or property with every path that names it. */
import { showDialog, type EditorView } from "@codemirror/view";
import { offsetAt, type LanguageClient, type LspRange, type WorkspaceEdit } from "./language-client.ts";

interface Renameable {
  readonly range: LspRange;
  readonly placeholder: string;
}

/** Asks for a new name of the prim or property at the cursor and applies it. */
export function startRename(client: LanguageClient, view: EditorView): boolean {
  if (!view.state.readOnly) void rename(client, view);
  return true;
}

async function rename(client: LanguageClient, view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const found = await client.ask("textDocument/prepareRename", doc, selection.main.head);
  if (found === undefined || view.state.doc !== doc) return;
  const { range, placeholder } = found as Renameable;
  const { result } = showDialog(view, {
    label: "New name",
    input: { value: placeholder, name: "name", type: "text", class: "cm-textfield" },
    submitLabel: "Rename",
    focus: true,
    class: "cm-rename",
  });
  const input = (await result)?.elements.namedItem("name");
  view.focus();
  if (!(input instanceof HTMLInputElement) || view.state.doc !== doc) return;
  const newName = input.value.trim();
  if (newName === "" || newName === placeholder) return;
  const answer = await client.ask("textDocument/rename", doc, offsetAt(doc, range.start), { newName });
  if (answer === undefined || view.state.doc !== doc) return;
  view.dispatch({ changes: client.changesOf(answer as WorkspaceEdit, doc), userEvent: "rename" });
}
