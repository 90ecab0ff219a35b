/** Completion; the registry of its providers: one file and one line each. The first that knows the position answers. */
import type { CompletionItem } from "vscode-languageserver-types";
import { contextAt } from "../../scene/document-context.ts";
import { referenceSchemas } from "../../scene/reference-schemas.ts";
import { onDocument, type Feature } from "../feature.ts";
import { apiSchemas } from "./api-schemas.ts";
import { assets } from "./assets.ts";
import { metadata } from "./metadata.ts";
import { paths } from "./paths.ts";
import type { CompletionProvider } from "./provider.ts";
import { statements } from "./statements.ts";
import { suppressions } from "./suppressions.ts";
import { values } from "./values.ts";

const providers: readonly CompletionProvider[] = [
  suppressions,
  paths,
  assets,
  apiSchemas,
  values,
  metadata,
  statements,
];

export const completion: Feature = {
  capabilities: { completionProvider: { triggerCharacters: ['"', "@", "<", "/", ".", "=", " ", "-", "("] } },
  register(session) {
    session.connection.onCompletion(
      onDocument(session, null, async (document, { position }) => {
        const settings = await session.settings(document.uri);
        const reference = await referenceSchemas();
        const context = { ...contextAt(document, settings, document.offsetAt(position)), session, reference };
        for (const provider of providers) {
          const items: readonly CompletionItem[] | undefined = await provider(context);
          if (items !== undefined) return [...items];
        }
        return null;
      }),
    );
  },
};
