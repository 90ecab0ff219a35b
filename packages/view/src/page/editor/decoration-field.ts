/** Decorations that the language server finds: replaced as a whole, and moved with the text until then. */
import { StateEffect, StateField, type StateEffectType } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** A field of decorations, and the effect that replaces them. */
export interface DecorationField {
  readonly field: StateField<DecorationSet>;
  readonly set: StateEffectType<DecorationSet>;
}

/** Returns a new field, which is an extension. Decorations in the state may change the height of lines. */
export function decorationField(): DecorationField {
  const set = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, transaction) {
      for (const effect of transaction.effects) if (effect.is(set)) return effect.value;
      return shown.map(transaction.changes);
    },
    provide: (shown) => EditorView.decorations.from(shown),
  });
  return { field, set };
}
