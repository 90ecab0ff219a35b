/** The definition of a metadata field. */
import { lookupMetadata } from "@usdkit/usda";
import { metadataKind } from "../../syntax/cursor.ts";
import { describeField } from "../completion/metadata.ts";
import type { HoverProvider } from "./provider.ts";

export const field: HoverProvider = ({ cursor, textOf }) => {
  const { token, before } = cursor;
  if (token?.type !== "word") return undefined;
  const kind = metadataKind(cursor, textOf);
  if (kind === undefined || before.some((each) => textOf(each) === "=")) return undefined;
  const found = lookupMetadata(kind, textOf(token));
  if (found.kind !== "field" && found.kind !== "keyword") return undefined;
  return { markdown: describeField(found.field), range: token };
};
