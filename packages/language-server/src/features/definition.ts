/** Where paths and asset paths lead: to the spec, or to the file. */
import { stripVariantSelections, type ByteRange } from "@usdkit/layer";
import type { LocationLink, Range } from "vscode-languageserver-types";
import type { DocumentState } from "../document/document-state.ts";
import type { Session } from "../document/session.ts";
import { fileOf, resolveAsset } from "../protocol/uris.ts";
import { contextAt } from "../scene/document-context.ts";
import { symbolAt, type SymbolTarget } from "../scene/symbol-at.ts";
import { assetAt, findTarget, pathAt } from "../scene/path-at.ts";
import { onDocument, type Feature } from "./feature.ts";

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export const definition: Feature = {
  capabilities: { definitionProvider: true },
  register(session) {
    session.connection.onDefinition(
      onDocument(session, null, async (document, { position }) => {
        const links = await linksAt(session, document, document.offsetAt(position));
        if (session.traits.hasLinks) return links;
        return links.map(({ targetUri, targetSelectionRange }) => ({ uri: targetUri, range: targetSelectionRange }));
      }),
    );
  },
};

async function linksAt(session: Session, document: DocumentState, offset: number): Promise<LocationLink[]> {
  const settings = await session.settings(document.uri);
  const context = contextAt(document, settings, offset);
  const origin = (range: ByteRange): Range => document.text.rangeOf(range);

  const asset = assetAt(context);
  if (asset !== undefined) {
    const uri = resolveAsset(document.uri, asset.asset);
    const status = uri === undefined ? undefined : await session.host.status(uri);
    if (uri === undefined || status?.kind !== "file") return [];
    return [
      { targetUri: uri, targetRange: START, targetSelectionRange: START, originSelectionRange: origin(asset.token) },
    ];
  }

  const target = pathAt(context) ?? defaultPrimAt(context);
  if (target === undefined) return ofName(session, document, symbolAt(context));
  const isElsewhere = target.asset !== undefined && target.asset !== "";
  const uri = isElsewhere ? resolveAsset(document.uri, target.asset) : document.uri;
  const file = uri === undefined ? undefined : await session.layer(uri);
  const spec = file === undefined ? undefined : findTarget(file.layer, target.path);
  if (file?.text !== undefined && spec?.nameRange !== undefined) {
    return [
      {
        targetUri: file.uri,
        targetRange: file.text.rangeOf(spec.range ?? spec.nameRange),
        targetSelectionRange: file.text.rangeOf(spec.nameRange),
        originSelectionRange: origin(target.nameRange),
      },
    ];
  }
  // In another layer the prim may be one of its sublayers, or of an arc there.
  const root = isElsewhere ? uri : await session.rootOf(document.uri);
  if (root === undefined) return [];
  return throughComposition(session, document, { ...target, path: stripVariantSelections(target.path), root });
}

/** Returns where else a prim or property is authored that is named at the cursor: what composes with it, the strongest first. */
async function ofName(
  session: Session,
  document: DocumentState,
  symbol: SymbolTarget | undefined,
): Promise<LocationLink[]> {
  if (symbol?.kind !== "spec" || symbol.uri !== document.uri) return [];
  const { path, range: nameRange } = symbol;
  const root = await session.rootOf(document.uri);
  const links = await throughComposition(session, document, { path: stripVariantSelections(path), nameRange, root });
  const own = document.text.rangeOf(nameRange).start;
  const isOwn = ({ targetUri, targetSelectionRange: { start } }: LocationLink): boolean =>
    fileOf(targetUri) === fileOf(document.uri) && start.line === own.line;
  return links.filter((link) => !isOwn(link));
}

/** A path on the stage of a root layer, and its text. */
interface StagePath {
  readonly path: string;
  readonly nameRange: ByteRange;
  /** URI of the root layer. */
  readonly root: string;
}

/** What no spec of the layer defines may come from an arc. */
async function throughComposition(
  session: Session,
  document: DocumentState,
  { path, nameRange, root }: StagePath,
): Promise<LocationLink[]> {
  const opinions = await session.composition.opinions(root, path);
  const links: LocationLink[] = [];
  for (const { uri, range } of opinions) {
    const text = (await session.layer(uri))?.text;
    const target = text === undefined || range === undefined ? START : text.rangeOf(range);
    links.push({
      targetUri: uri,
      targetRange: target,
      targetSelectionRange: target,
      originSelectionRange: document.text.rangeOf(nameRange),
    });
  }
  return links;
}

/** `defaultPrim = "World"` names a prim without being a path. */
function defaultPrimAt({
  cursor,
  textOf,
}: ReturnType<typeof contextAt>):
  | { readonly path: string; readonly asset: undefined; readonly nameRange: ByteRange }
  | undefined {
  const { token, before, brackets } = cursor;
  if (token?.type !== "string" || brackets.at(-1)?.kind !== "metadata" || brackets.length > 1) return undefined;
  if (before.length !== 2 || textOf(before[0]) !== "defaultPrim") return undefined;
  const name = textOf(token).slice(1, -1);
  return { path: name.startsWith("/") ? name : `/${name}`, asset: undefined, nameRange: token };
}
