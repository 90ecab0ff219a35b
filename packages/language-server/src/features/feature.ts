/** A feature: what it announces, and the handlers that it registers. */
import type { ServerCapabilities } from "vscode-languageserver";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";

export interface Feature {
  /** Merged into the answer to `initialize`. */
  readonly capabilities: ServerCapabilities;
  register(session: Session): void;
}

interface DocumentParams {
  readonly textDocument: { readonly uri: string };
}

/**
 * Returns a handler of requests about a document. It returns `missing` for a document that is not open (any more) or too large, and
 * for errors of our own, which are logged: the server goes on.
 */
export function onDocument<Params extends DocumentParams, Result>(
  session: Session,
  missing: Result,
  answer: (document: DocumentState, params: Params) => Result | Promise<Result>,
): (params: Params) => Promise<Result> {
  return async (params) => {
    const document = session.document(params.textDocument.uri);
    if (document === undefined || document.isTooLarge) return missing;
    try {
      return await answer(document, params);
    } catch (error) {
      session.logError(answer.name === "" ? "A request failed" : answer.name, error);
      return missing;
    }
  };
}
