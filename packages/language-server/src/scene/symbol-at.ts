/** The prim, property or file that a position is about: a name, a path, or an asset path. */
import type { ByteRange } from "@usdkit/layer";
import { resolveAsset } from "../protocol/uris.ts";
import { covers, specAt } from "../syntax/spec-at.ts";
import type { DocumentContext } from "./document-context.ts";
import { assetAt, pathAt } from "./path-at.ts";

export type SymbolTarget =
  | { readonly kind: "spec"; readonly uri: string; readonly path: string; readonly range: ByteRange }
  | { readonly kind: "file"; readonly uri: string; readonly range: ByteRange };

/** Returns what the cursor is on; `range` is the name or path there. */
export function symbolAt(context: DocumentContext): SymbolTarget | undefined {
  const { document, cursor } = context;
  const asset = assetAt(context);
  if (asset !== undefined) {
    const uri = resolveAsset(document.uri, asset.asset);
    return uri === undefined ? undefined : { kind: "file", uri, range: asset.token };
  }
  const target = pathAt(context);
  if (target !== undefined) {
    const isElsewhere = target.asset !== undefined && target.asset !== "";
    const uri = isElsewhere ? resolveAsset(document.uri, target.asset) : document.uri;
    return uri === undefined ? undefined : { kind: "spec", uri, path: target.path, range: target.nameRange };
  }
  const spec = specAt(document.layer, cursor.offset);
  if (spec.specType !== "prim" && spec.specType !== "attribute" && spec.specType !== "relationship") return undefined;
  const { token } = cursor;
  const isName =
    covers(spec.nameRange, cursor.offset) || (token?.type === "word" && context.textOf(token) === spec.name);
  const range = covers(spec.nameRange, cursor.offset) ? spec.nameRange : token;
  return isName && range !== undefined ? { kind: "spec", uri: document.uri, path: spec.path, range } : undefined;
}
