/** One reference, payload or sublayer while its statement is read. */
import type { DictionaryValue } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { decodeAssetToken } from "../scan/strings.ts";

/** The parts of a reference, payload or sublayer in the text. */
export interface ArcItem {
  start: number;
  end: number;
  /** Token ranges; start and end are equal if the part is absent. */
  assetStart: number;
  assetEnd: number;
  pathStart: number;
  pathEnd: number;
  offset: number;
  scale: number;
  customData: DictionaryValue | undefined;
  hasCustomData: boolean;
}

export function newArc(start: number): ArcItem {
  return {
    start,
    end: start,
    assetStart: 0,
    assetEnd: 0,
    pathStart: 0,
    pathEnd: 0,
    offset: 0,
    scale: 1,
    customData: undefined,
    hasCustomData: false,
  };
}

/** The asset path, if any. */
export function arcAsset(bytes: Uint8Array, arc: ArcItem): string {
  return arc.assetStart === arc.assetEnd ? "" : decodeAssetToken(bytes, arc.assetStart, arc.assetEnd);
}

/** The prim path as it is written, if any. */
export function arcPrimPath(bytes: Uint8Array, arc: ArcItem): string {
  return arc.pathStart === arc.pathEnd ? "" : decodeUtf8(bytes, arc.pathStart + 1, arc.pathEnd - 1);
}
