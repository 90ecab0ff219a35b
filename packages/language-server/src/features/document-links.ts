/** Asset paths as links to their files. */
import type { DocumentLink } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import { resolveAsset } from "../protocol/uris.ts";
import { usesIn } from "../scene/path-uses.ts";
import { onDocument, type Feature } from "./feature.ts";

const MAX_LINKS = 5000;

export const documentLinks: Feature = {
  capabilities: { documentLinkProvider: {} },
  register(session) {
    session.connection.onDocumentLinks(onDocument(session, null, (document) => linksOf(document)));
  },
};

/** Returns links of the asset paths that name files, whether these exist or not. */
function linksOf({ uri, text, layer }: DocumentState): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const use of usesIn(layer)) {
    if (use.kind !== "asset") continue;
    const target = resolveAsset(uri, use.asset);
    if (target === undefined) continue;
    const { start, end } = use.range;
    const marks = end - start > 6 && text.bytes[start + 1] === 64 ? 3 : 1;
    links.push({ range: text.rangeOf({ start: start + marks, end: end - marks }), target });
    if (links.length >= MAX_LINKS) break;
  }
  return links;
}
