/** The composed value of what is at a position, and where it comes from. */
import { stripVariantSelections } from "@usdkit/layer";
import { lookupMetadata } from "@usdkit/usda";
import type { ComposedOpinion } from "../../host/composition.ts";
import { codeSpan, escapeMarkdown, linkTarget } from "../../protocol/markdown.ts";
import { fileNameOf, fileOf } from "../../protocol/uris.ts";
import { symbolAt } from "../../scene/symbol-at.ts";
import { metadataKind } from "../../syntax/cursor.ts";
import { specAt } from "../../syntax/spec-at.ts";
import type { HoverContext, HoverText } from "./provider.ts";

/** Longer values are cut. */
const MAX_VALUE = 300;
const MAX_LAYERS = 8;
/** Returns the value on the stage of the root layer; undefined for what has none. */
export async function composedHover(context: HoverContext): Promise<HoverText | undefined> {
  const { document, session } = context;
  const subject = subjectAt(context);
  if (subject === undefined) return undefined;
  const root = await session.rootOf(document.uri);
  const { path, field, range } = subject;
  const value = await session.composition.value(root, path, field);
  if (value !== undefined) {
    const text = value.text.length > MAX_VALUE ? `${value.text.slice(0, MAX_VALUE)}…` : value.text;
    const from = value.source === undefined ? escapeMarkdown(value.kind) : await placeText(context, value.source);
    const weaker =
      value.weaker === 0 ? "" : `, stronger than ${value.weaker} other ${value.weaker === 1 ? "opinion" : "opinions"}`;
    const kind =
      value.source === undefined || value.kind === "field" || value.kind === "targets"
        ? ""
        : ` (${escapeMarkdown(value.kind)})`;
    return { markdown: `Composed${kind}: ${codeSpan(text === "" ? "none" : text)}\n\nFrom ${from}${weaker}`, range };
  }
  if (field !== undefined) return undefined;
  const opinions = await session.composition.opinions(root, path);
  const others = opinions.filter(({ uri }) => fileOf(uri) !== fileOf(document.uri));
  if (others.length === 0) return undefined;
  const places = await Promise.all(opinions.slice(0, MAX_LAYERS).map((each) => placeText(context, each)));
  const more = opinions.length > MAX_LAYERS ? `, and ${opinions.length - MAX_LAYERS} more` : "";
  return { markdown: `Composed of ${places.join(", ")}${more}`, range };
}

interface Subject {
  /** On the stage. */
  readonly path: string;
  readonly field: string | undefined;
  readonly range: HoverText["range"];
}

/** Returns the prim, property or metadata field at the cursor. */
function subjectAt(context: HoverContext): Subject | undefined {
  const { cursor, document, textOf } = context;
  const { token, before } = cursor;
  const symbol = symbolAt(context);
  if (symbol?.kind === "spec" && symbol.uri === document.uri) {
    return { path: stripVariantSelections(symbol.path), field: undefined, range: symbol.range };
  }
  const kind = token?.type === "word" ? metadataKind(cursor, textOf) : undefined;
  if (token === undefined || kind === undefined || kind === "variant" || before.some((each) => textOf(each) === "="))
    return undefined;
  const found = lookupMetadata(kind, textOf(token));
  if (found.kind !== "field" && found.kind !== "keyword") return undefined;
  // Arcs and variants have no composed value.
  if (found.field.composes !== undefined) return undefined;
  const { path } = kind === "layer" ? document.layer.root : specAt(document.layer, cursor.offset);
  return { path: stripVariantSelections(path), field: found.field.name, range: token };
}

/** Returns a link to an opinion, and its arc. */
async function placeText({ session }: HoverContext, { uri, range, arc }: ComposedOpinion): Promise<string> {
  const text = range === undefined ? undefined : (await session.layer(uri))?.text;
  const line = text === undefined || range === undefined ? undefined : text.lineAt(range.start) + 1;
  const name = line === undefined ? fileNameOf(uri) : `${fileNameOf(uri)}:${line}`;
  const target = line === undefined ? linkTarget(uri) : `${linkTarget(uri)}#L${line}`;
  return `[${escapeMarkdown(name)}](${target})${arc === "local" ? "" : ` (${escapeMarkdown(arc)})`}`;
}
