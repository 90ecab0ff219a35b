/** The file of an asset path: whether it exists, its size, and images themselves. */
import { parsePayloadAsset } from "@usdkit/service-scene";
import { codeSpan, escapeMarkdown, linkTarget } from "../../protocol/markdown.ts";
import { fileNameOf, resolveAsset } from "../../protocol/uris.ts";
import { assetAt } from "../../scene/path-at.ts";
import type { HoverContext, HoverProvider } from "./provider.ts";

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|svg)$/i;
const UDIM = "<UDIM>";
const TILE = /^1(?:0(?:0[1-9]|[1-9]\d)|100)$/;
const MAX_TILES = 20;
/** Larger images are named, not shown. */
const MAX_IMAGE_BYTES = 20 * 1024 ** 2;

export const asset: HoverProvider = async (context) => {
  const found = assetAt(context);
  if (found === undefined) return undefined;
  const { document, session, settings } = context;
  const range = found.token;
  const title = codeSpan(found.asset);
  if (found.asset.startsWith("asset:")) {
    return { markdown: `${title}\n\n${describePayload(found.asset, settings.check.assets)}`, range };
  }
  const uri = resolveAsset(document.uri, found.asset);
  if (uri === undefined) return { markdown: `${title}\n\nNot a file of this machine.`, range };
  if (found.asset.includes(UDIM)) return { markdown: `${title}\n\n${await describeTiles(session, uri)}`, range };
  const status = await session.host.status(uri);
  if (status === undefined) return { markdown: `${title}\n\nThe file does not exist, or may not be read.`, range };
  if (status.kind === "folder") return { markdown: `${title}\n\nA folder.`, range };
  const link = `[Open](${linkTarget(uri)})`;
  const image =
    IMAGE.test(found.asset) && status.size <= MAX_IMAGE_BYTES ? `\n\n![](${linkTarget(uri)}|width=256)` : "";
  return { markdown: `${title}\n\n${escapeMarkdown(byteText(status.size))} · ${link}${image}`, range };
};

/** Lists the files that a name with `<UDIM>` stands for: tiles 1001 to 1100 (UsdShadeUdimUtils). */
async function describeTiles({ host }: HoverContext["session"], uri: string): Promise<string> {
  const folder = uri.slice(0, uri.lastIndexOf("/"));
  const [before = "", behind = ""] = fileNameOf(uri).split(UDIM);
  const tiles: string[] = [];
  for (const name of await host.readFolder(folder)) {
    const tile = name.slice(before.length, before.length + 4);
    if (TILE.test(tile) && name === `${before}${tile}${behind}`) tiles.push(tile);
  }
  if (tiles.length === 0) return "No file of any tile exists, or may be read.";
  const shown = tiles.toSorted().slice(0, MAX_TILES).join(", ");
  const more = tiles.length > MAX_TILES ? ", …" : "";
  return escapeMarkdown(`${tiles.length} ${tiles.length === 1 ? "tile" : "tiles"}: `) + shown + more;
}

function describePayload(text: string, known: readonly string[] | undefined): string {
  const parsed = parsePayloadAsset(text);
  if ("problem" in parsed) return escapeMarkdown("Not a payload that the service takes.");
  const id = "id" in parsed ? String(parsed.id) : text.slice(text.lastIndexOf("/") + 1);
  if (known === undefined) return `An uploaded asset of the service: ${codeSpan(id)}`;
  return known.includes(id)
    ? `An uploaded asset of the service: ${codeSpan(id)}, in the list of known meshes`
    : `${codeSpan(id)} is not in the list of known meshes`;
}

/** Returns a size with its unit: `4.2 MB`. */
function byteText(size: number): string {
  if (size < 1000) return `${size} bytes`;
  if (size < 1_000_000) return `${(size / 1000).toFixed(1)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}
