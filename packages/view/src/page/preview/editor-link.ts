/** The connection of the page to the editor, which the editor itself provides. */
import type { FromPreview } from "../../protocol/preview-messages.ts";

/** The functions that an editor gives a page. */
interface EditorApi {
  postMessage(message: FromPreview, moved: Transferable[]): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  /** Can be called once. */
  function acquireVsCodeApi(): EditorApi;
}

/** Sends messages to the extension, and keeps a state. */
export interface EditorLink {
  send(message: FromPreview): void;
  /** Returns the last saved state, also of a page before the editor was restarted. */
  read(): unknown;
  save(state: unknown): void;
}

/** Returns the connection; can be called once. */
export function connectEditor(): EditorLink {
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(message, []),
    read: () => api.getState(),
    save: (state) => api.setState(state),
  };
}
