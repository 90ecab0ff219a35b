/** New names for prims and properties, and for every path that names them, in the workspace, too. */
import { EditError, renamePrim, renameProperty } from "@usdkit/usda";
import type { TextEdit } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { FileLayer, Session } from "../document/session.ts";
import { plain } from "../protocol/markdown.ts";
import { toTextEdits } from "../protocol/text-edits.ts";
import { fileNameOf } from "../protocol/uris.ts";
import { contextAt } from "../scene/document-context.ts";
import { findUses } from "../scene/find-uses.ts";
import { findTarget } from "../scene/path-at.ts";
import { symbolAt, type SymbolTarget } from "../scene/symbol-at.ts";
import { onDocument, type Feature } from "./feature.ts";

const INCOMPLETE = "The workspace has more layers than are searched: paths in others may still have the old name.";

type SpecTarget = Extract<SymbolTarget, { kind: "spec" }>;

export const rename: Feature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  register(session) {
    const { connection } = session;
    connection.onPrepareRename(
      onDocument(session, null, async (document, { position }) => {
        const target = await targetAt(session, document, document.offsetAt(position));
        if (target === undefined) return null;
        return { range: document.text.rangeOf(target.range), placeholder: document.text.slice(target.range) };
      }),
    );
    connection.onRenameRequest((params, token) =>
      onDocument<typeof params, { changes: Record<string, TextEdit[]> } | null>(
        session,
        null,
        async (document, { position, newName }) => {
          const target = await targetAt(session, document, document.offsetAt(position));
          if (target === undefined) return null;
          const reject = (reason: string): null => {
            session.showMessage("warning", `Not renamed. ${plain(reason)}`);
            return null;
          };
          const { uses, specs, isComplete } = await findUses(session, target, () => token.isCancellationRequested);
          if (token.isCancellationRequested) return null;
          const changes: Record<string, TextEdit[]> = {};
          let from = target.uri;
          try {
            for (const uri of specs) {
              from = uri;
              const file = await session.layer(uri);
              if (file?.text === undefined) continue;
              if (!file.layer.source || !isWhole(session, file)) throw new EditError("The text has syntax errors.");
              const spec = findTarget(file.layer, target.path);
              const change = spec?.specType === "prim" ? renamePrim : renameProperty;
              changes[uri] = toTextEdits(file.text, change(file.layer, spec?.path ?? target.path, newName));
            }
            const renamed = new Set(Object.keys(changes));
            for (const { file, range, hasAsset } of uses) {
              // Paths of a layer that is renamed in are among its edits, except for those of other layers.
              if (file.text === undefined || (renamed.has(file.uri) && !hasAsset)) continue;
              (changes[file.uri] ??= []).push({ range: file.text.rangeOf(range), newText: newName });
            }
            if (!isComplete) session.showMessage("warning", INCOMPLETE);
            return { changes };
          } catch (error) {
            if (error instanceof EditError)
              return reject(from === document.uri ? error.message : `${fileNameOf(from)}: ${error.message}`);
            throw error;
          }
        },
      )(params),
    );
  },
};

async function targetAt(session: Session, document: DocumentState, offset: number): Promise<SpecTarget | undefined> {
  const settings = await session.settings(document.uri);
  const target = symbolAt(contextAt(document, settings, offset));
  if (target?.kind !== "spec" || target.path === "/") return undefined;
  const file = await session.layer(target.uri);
  return file !== undefined && findTarget(file.layer, target.path) !== undefined ? target : undefined;
}

/** Whether the text has no syntax errors; a file that is not open is not checked for them. */
function isWhole(session: Session, { uri }: FileLayer): boolean {
  return session.document(uri)?.parsed.ok !== false;
}
