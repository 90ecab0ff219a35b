/** What the index keeps of a file. Plain data: threads send it. */
import type { ArcKind } from "@usdkit/usd";

/** A finding of the linter. */
export interface FactFinding {
  readonly rule: string;
  readonly severity: "info" | "warning" | "error";
  readonly message: string;
  readonly prim: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** An asset path of a layer. */
export interface FactLink {
  readonly arc: ArcKind;
  /** As the layer has it. */
  readonly authored: string;
  /** The path with the values of expression variables, without the path inside of a package; null: an expression without a value. */
  readonly path: string | null;
  /** Whether it names several files: the tiles of a texture, the files of a clip template. */
  readonly isPattern: boolean;
}

/** A prim spec of a layer; those of variants have their selection in the path. */
export interface FactPrim {
  readonly path: string;
  readonly type: string;
  readonly kind: string | null;
  readonly specifier: "def" | "over" | "class";
}

/** An axis aligned box: the least and the greatest x, y and z. */
export type FactBounds = readonly [number, number, number, number, number, number];

/** Why a stage has no bounds in the index. */
export type BoundsState = "computed" | "empty" | "failed" | "too large";

/** What a layer holds. */
export interface LayerFacts {
  readonly encoding: "usda" | "usdc" | "mtlx";
  readonly defaultPrim: string | null;
  readonly upAxis: string | null;
  readonly metersPerUnit: number | null;
  /** The first of them, at most `MAX_PRIMS`. */
  readonly prims: readonly FactPrim[];
  /** All. */
  readonly primCount: number;
  /** Prims by type name. */
  readonly types: readonly (readonly [type: string, count: number])[];
  readonly links: readonly FactLink[];
  /** The first problem of the text or the bytes. */
  readonly problem: string | null;
}

/** Bounds of a stage. */
export interface StageFacts {
  readonly state: BoundsState;
  readonly bounds: FactBounds | null;
}

/** A file that was read. */
export interface FileFacts {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  /** Null for other files than layers, and for one whose bytes are those that are known. */
  readonly layer: LayerFacts | null;
  readonly findings: readonly FactFinding[] | null;
  /** Of a stage that is made of this file alone; null: composed later, or not at all. */
  readonly stage: StageFacts | null;
}

/** A file to read. */
export interface FileToRead {
  /** For the file system: bytes if the name is not UTF-8. */
  readonly location: string | Uint8Array;
  /** Absolute, for messages and configurations. */
  readonly file: string;
  /** Whether it may be a layer. */
  readonly isLayer: boolean;
  /** The hash of what is known: equal bytes are not read again. */
  readonly knownHash: string | null;
}

/** What came of a file: facts, or why it cannot be read. */
export type ReadOutcome = { readonly facts: FileFacts } | { readonly problem: string };
