/** What the list operation or arc at the cursor is made of, while it is typed. */
import { Prec, StateEffect, StateField, type Extension } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { element } from "../dom.ts";
import type { LanguageClient } from "./language-client.ts";
import { markdownNodes } from "./markdown-nodes.ts";

/** Milliseconds after a change or a movement of the cursor. */
const DELAY = 60;

interface LspSignature {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
  readonly parameters?: readonly { readonly label: readonly [start: number, end: number] }[];
}

interface LspSignatureHelp {
  readonly signatures: readonly LspSignature[];
  readonly activeSignature?: number;
  readonly activeParameter?: number;
}

const setHelp = StateEffect.define<Tooltip | null>();
const help = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, { effects, changes, docChanged }) {
    for (const effect of effects) if (effect.is(setHelp)) return effect.value;
    return shown === null || !docChanged ? shown : { ...shown, pos: changes.mapPos(shown.pos) };
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows the signature at the cursor. */
export function showSignature(client: LanguageClient, view: EditorView): boolean {
  void request(client, view);
  return true;
}

/** Returns the extension: the trigger characters of the server and Ctrl+Shift+Space open the signature, Escape closes it. */
export function signatureHelp(client: LanguageClient): Extension {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state, view }) => {
    if (!docChanged && !selectionSet) return;
    const { head } = state.selection.main;
    const isTyped = transactions.some((transaction) => transaction.isUserEvent("input.type"));
    const isTriggered = isTyped && client.signatureTriggers.includes(state.sliceDoc(Math.max(0, head - 1), head));
    if (!isTriggered && state.field(help) === null) return;
    clearTimeout(timer);
    timer = setTimeout(() => void request(client, view), DELAY);
  });
  const close = (view: EditorView): boolean => {
    clearTimeout(timer);
    if (view.state.field(help) === null) return false;
    view.dispatch({ effects: setHelp.of(null) });
    return true;
  };
  const keys = [
    { key: "Mod-Shift-Space", run: (view: EditorView) => showSignature(client, view) },
    { key: "Escape", run: close },
  ];
  return [help, follow, Prec.high(keymap.of(keys))];
}

async function request(client: LanguageClient, view: EditorView): Promise<void> {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  const answer = (await client.ask("textDocument/signatureHelp", doc, head)) as LspSignatureHelp | undefined;
  if (view.state.doc !== doc || view.state.selection.main.head !== head) return;
  const signature = answer?.signatures[answer.activeSignature ?? 0];
  const tooltip = signature === undefined ? null : tooltipOf(signature, answer?.activeParameter ?? 0, head);
  if (tooltip !== null || view.state.field(help) !== null) view.dispatch({ effects: setHelp.of(tooltip) });
}

function tooltipOf({ label, documentation, parameters }: LspSignature, active: number, pos: number): Tooltip {
  const [start, end] = parameters?.[active]?.label ?? [0, 0];
  const words = typeof documentation === "string" ? documentation : (documentation?.value ?? "");
  return {
    pos,
    above: true,
    create: () => ({
      dom: element("div", { class: "cm-hover-text cm-signature", attributes: { role: "status" } }, [
        element("pre", {}, [
          document.createTextNode(label.slice(0, start)),
          element("strong", { text: label.slice(start, end) }),
          document.createTextNode(label.slice(end)),
        ]),
        ...markdownNodes(words),
      ]),
    }),
  };
}
