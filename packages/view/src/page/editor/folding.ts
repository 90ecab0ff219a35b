/** Folds prims, metadata, long values and comments, as the language server finds them. */
import { foldService } from "@codemirror/language";
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import type { ViewUpdate } from "@codemirror/view";
import type { LanguageClient } from "./language-client.ts";
import { languageRequests } from "./language-requests.ts";

/** Milliseconds without a change before ranges are requested. */
const DELAY = 500;

interface LspFoldingRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Start → end, offsets of the ends of lines. */
type Folds = ReadonlyMap<number, number>;

const setFolds = StateEffect.define<Folds>();

/** Returns whether an update has other folds, so that the gutter must be drawn again. */
export function hasNewFolds({ transactions }: ViewUpdate): boolean {
  return transactions.some(({ effects }) => effects.some((effect) => effect.is(setFolds)));
}

/** Returns the extension; the editor's gutter and keys fold by it. */
export function folding(client: LanguageClient): Extension {
  const folds = StateField.define<Folds>({
    create: () => new Map(),
    update(known, transaction) {
      for (const effect of transaction.effects) if (effect.is(setFolds)) return effect.value;
      if (!transaction.docChanged) return known;
      const { changes } = transaction;
      return new Map(Array.from(known, ([from, to]) => [changes.mapPos(from, 1), changes.mapPos(to, -1)]));
    },
  });
  const requests = languageRequests(client, {
    delay: DELAY,
    followsViewport: false,
    request: async () => await client.askAll("textDocument/foldingRange", {}),
    show(view, answer) {
      const { doc } = view.state;
      const found = new Map<number, number>();
      for (const { startLine, endLine } of Array.isArray(answer) ? (answer as readonly LspFoldingRange[]) : []) {
        if (startLine >= endLine || endLine >= doc.lines) continue;
        const from = doc.line(startLine + 1).to;
        found.set(from, Math.max(found.get(from) ?? 0, doc.line(endLine + 1).to));
      }
      view.dispatch({ effects: setFolds.of(found) });
    },
  });
  const service = foldService.of((state, _lineStart, lineEnd) => {
    const to = state.field(folds, false)?.get(lineEnd);
    return to !== undefined && to > lineEnd ? { from: lineEnd, to } : null;
  });
  return [folds, requests, service];
}
