/** Every use of a prim, property or file: in this document, and in the workspace. */
import type { Location } from "vscode-languageserver-types";
import { contextAt } from "../scene/document-context.ts";
import { findUses } from "../scene/find-uses.ts";
import { findTarget } from "../scene/path-at.ts";
import { symbolAt } from "../scene/symbol-at.ts";
import { onDocument, type Feature } from "./feature.ts";

export const references: Feature = {
  capabilities: { referencesProvider: true },
  register(session) {
    session.connection.onReferences((params, token) =>
      onDocument<typeof params, Location[] | null>(session, null, async (document, { position, context }) => {
        const settings = await session.settings(document.uri);
        const target = symbolAt(contextAt(document, settings, document.offsetAt(position)));
        if (target === undefined) return null;
        const { uses, specs } = await findUses(session, target, () => token.isCancellationRequested);
        const locations = uses.flatMap(({ file: { uri, text }, range }) =>
          text === undefined ? [] : [{ uri, range: text.rangeOf(range) }],
        );
        if (!context.includeDeclaration || target.kind === "file") return locations;
        const declarations: Location[] = [];
        for (const uri of specs) {
          const file = await session.layer(uri);
          const range = file === undefined ? undefined : findTarget(file.layer, target.path)?.nameRange;
          if (file?.text !== undefined && range !== undefined)
            declarations.push({ uri, range: file.text.rangeOf(range) });
        }
        return [...declarations, ...locations];
      })(params),
    );
  },
};
