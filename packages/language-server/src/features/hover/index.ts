/**
 * Hover; the registry of its providers: one file and one line each. The first that knows the position answers; the composed
 * value and the rules of the findings there follow.
 */
import type { Hover } from "vscode-languageserver-types";
import { contextAt } from "../../scene/document-context.ts";
import { referenceSchemas } from "../../scene/reference-schemas.ts";
import { onDocument, type Feature } from "../feature.ts";
import { apiSchema } from "./api-schema.ts";
import { asset } from "./asset.ts";
import { composedHover } from "./composed.ts";
import { field } from "./field.ts";
import { findingHover } from "./finding.ts";
import { path } from "./path.ts";
import { property } from "./property.ts";
import type { HoverContext, HoverProvider, HoverText } from "./provider.ts";
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
        const parts = [await describe(context), await composedHover(context), findingHover(context)].filter(
          (part) => part !== undefined,
        );
        const [first] = parts;
        if (first === undefined) return null;
        const value = parts.map(({ markdown }) => markdown).join("\n\n");
        return { contents: { kind: "markdown", value }, range: document.text.rangeOf(first.range) };
      }),
    );
  },
};

async function describe(context: HoverContext): Promise<HoverText | undefined> {
  for (const provider of providers) {
    const found = await provider(context);
    if (found !== undefined) return found;
  }
  return undefined;
}
