/** Actions that author a composed value in another layer of the stage. */
import { stripVariantSelections } from "@usdkit/layer";
import type { CodeAction, Position, TextEdit } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import { SourceText } from "../document/source-text.ts";
import { plain } from "../protocol/markdown.ts";
import { differenceOf, toTextEdits } from "../protocol/text-edits.ts";
import { fileNameOf, fileOf } from "../protocol/uris.ts";
import { contextAt } from "../scene/document-context.ts";
import { symbolAt } from "../scene/symbol-at.ts";

/** What an action is about; its edit is made when it is chosen. */
interface AuthorData {
  readonly root: string;
  /** Of the attribute, on the stage. */
  readonly path: string;
  /** URI of the layer that gets the opinion. */
  readonly target: string;
}

/** Returns an action for each layer in which the value of the attribute at a position can be authored. */
export async function authorActions(
  session: Session,
  document: DocumentState,
  position: Position,
): Promise<readonly CodeAction[]> {
  const settings = await session.settings(document.uri);
  const symbol = symbolAt(contextAt(document, settings, document.offsetAt(position)));
  if (symbol?.kind !== "spec" || symbol.uri !== document.uri) return [];
  const path = stripVariantSelections(symbol.path);
  const name = path.slice(path.lastIndexOf("/") + 1).split(".")[1];
  if (name === undefined) return [];
  const root = await session.rootOf(document.uri);
  const targets = await session.composition.authorTargets(root, path);
  return targets.map(({ uri, hiddenBy }) => {
    const hidden = hiddenBy === undefined ? "" : ` (hidden by ${fileNameOf(hiddenBy)})`;
    const data: AuthorData = { root, path, target: uri };
    return {
      title: plain(`Author ${name} in ${fileNameOf(uri)}${hidden}`),
      kind: CodeActionKind.Refactor,
      data,
    };
  });
}

export function isAuthorAction(data: unknown): data is AuthorData {
  if (typeof data !== "object" || data === null) return false;
  return ["root", "path", "target"].every((key) => typeof Reflect.get(data, key) === "string");
}

/** Returns an action with the edits of the texts that it changes; none, and the user sees a message, if the layer cannot have the value. */
export async function withAuthoredTexts(
  session: Session,
  action: CodeAction,
  { root, path, target }: AuthorData,
): Promise<CodeAction> {
  const { texts, problem } = await session.composition.author(root, path, target);
  if (problem !== undefined) session.showMessage("warning", problem);
  const changes: Record<string, TextEdit[]> = {};
  for (const { uri, before, after } of texts) {
    const edit = differenceOf(before, after);
    if (edit !== undefined) changes[ownUri(session, uri)] = toTextEdits(new SourceText(before), [edit]);
  }
  return { ...action, edit: { changes } };
}

/** Clients know an open document by the URI that they opened it with. */
function ownUri(session: Session, uri: string): string {
  for (const document of session.documents) if (fileOf(document.uri) === fileOf(uri)) return document.uri;
  return uri;
}
