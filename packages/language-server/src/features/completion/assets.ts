/** Files in `@…@`. */
import { CompletionItemKind } from "vscode-languageserver-types";
import { plain } from "../../protocol/markdown.ts";
import { resolveAsset } from "../../protocol/uris.ts";
import { insideQuotes, item, type CompletionProvider } from "./provider.ts";

const MAX_ITEMS = 500;

export const assets: CompletionProvider = async (context) => {
  const inside = insideQuotes(context, "@");
  if (inside === undefined) return undefined;
  const { text, start } = inside;
  const { session, document, settings } = context;
  const meshes = (settings.check.assets ?? []).slice(0, MAX_ITEMS).map((id) => {
    const path = `asset:/mesh/${id}`;
    return item(context, plain(path), CompletionItemKind.Reference, { start, text: path, detail: "mesh" });
  });
  if (text.startsWith("asset:")) return meshes;
  const cut = text.lastIndexOf("/") + 1;
  const folder = resolveAsset(document.uri, `${text.slice(0, cut) || "./"}.`);
  if (folder === undefined) return meshes;
  const names = await session.host.readFolder(folder);
  const files = names.slice(0, MAX_ITEMS).map((name) => {
    const isFolder = name.endsWith("/");
    const kind = isFolder ? CompletionItemKind.Folder : CompletionItemKind.File;
    // Without `./` a path is searched for, in the reference's default resolver.
    const path = cut === 0 ? `./${name}` : name;
    return item(context, plain(path), kind, { start: start + cut, text: path });
  });
  return cut === 0 ? [...meshes, ...files] : files;
};
