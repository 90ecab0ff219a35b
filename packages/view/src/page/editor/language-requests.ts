/** Requests about a text that are repeated when it changes. */
import { ViewPlugin, type EditorView, type ViewUpdate } from "@codemirror/view";
import type { LanguageClient } from "./language-client.ts";

/** Options of {@link languageRequests}. */
export interface LanguageRequestOptions<Answer> {
  /** Milliseconds without a change before a request. */
  readonly delay: number;
  /** Whether the answer depends on the visible part of the text. */
  readonly followsViewport: boolean;
  readonly request: (view: EditorView) => Promise<Answer>;
  readonly show: (view: EditorView, answer: Answer) => void;
}

/** Returns an extension that requests something of the server now and after changes; outdated answers are dropped. */
export function languageRequests<Answer>(
  client: LanguageClient,
  { delay, followsViewport, request, show }: LanguageRequestOptions<Answer>,
): ViewPlugin<{ update(update: ViewUpdate): void }> {
  return ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const load = async (): Promise<void> => {
      const { doc } = view.state;
      const answer = await request(view);
      if (!isGone && view.state.doc === doc) show(view, answer);
    };
    const schedule = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void load(), delay);
    };
    client.onOpen(schedule);
    return {
      update(update) {
        if (update.docChanged || (followsViewport && update.viewportChanged)) schedule();
      },
      destroy() {
        isGone = true;
        clearTimeout(timer);
      },
    };
  });
}
