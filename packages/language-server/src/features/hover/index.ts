/** Hover; the registry of its providers: one file and one line each. The first that knows the position answers. */
import type { Hover } from "vscode-languageserver-types";
import { contextAt } from "../../scene/document-context.ts";
import { referenceSchemas } from "../../schema/reference-schemas.ts";
import { onDocument, type Feature } from "../feature.ts";
import { apiSchema } from "./api-schema.ts";
import { asset } from "./asset.ts";
import { field } from "./field.ts";
import { path } from "./path.ts";
import { property } from "./property.ts";
import type { HoverProvider } from "./provider.ts";
import { rule } from "./rule.ts";

const providers: readonly HoverProvider[] = [rule, path, asset, apiSchema, field, property];

export const hover: Feature = {
  capabilities: { hoverProvider: true },
  register(session) {
    session.connection.onHover(
      onDocument(session, null, async (document, { position }): Promise<Hover | null> => {
        const settings = await session.settings(document.uri);
        const reference = await referenceSchemas();
        const context = { ...contextAt(document, settings, document.offsetAt(position)), session, reference };
        for (const provider of providers) {
          const found = await provider(context);
          if (found === undefined) continue;
          const contents = { kind: "markdown", value: found.markdown } as const;
          return { contents, range: document.text.rangeOf(found.range) };
        }
        return null;
      }),
    );
  },
};
