/**
 * Receives the results of the readers. The first pass over a text writes the tape (`record/tape-recorder.ts`); a view
 * that reads one statement again builds values (`build/statement-values.ts`).
 */
import type { ByteRange, FieldValue, ListOpName } from "@usdkit/layer";
import type { DiagnosticCode } from "../diagnostics/types.ts";
import type { ReportDetails } from "../diagnostics/raw-diagnostic.ts";
import type { NumericArray } from "@usdkit/layer";
import type { FoundValue, PackedSamples } from "./found-value.ts";
import type { Frame } from "./frame.ts";
import type { MetadataEntry } from "./metadata-entry.ts";
import type { PropertyHead } from "./property-head.ts";

/** The kinds of content that a property statement authors. */
export const Authored = {
  nothing: 0,
  value: 1,
  timeSamples: 2,
  connection: 3,
  spline: 4,
  targets: 5,
  defaultTarget: 6,
  targetSpec: 7,
} as const;

/** The subject of a `reorder` statement. */
export const Ordered = { nameChildren: 0, properties: 1, rootPrims: 2 } as const;

/** The content of one metadata entry. Without a value the entry has no effect. */
export interface FoundEntry {
  readonly field: string;
  readonly operation: ListOpName;
  readonly value: FieldValue | undefined;
}

/** The head of a prim, variant set or variant: everything known before its `{`. */
export interface BlockHead {
  /** An `OwnerKind`. */
  readonly kind: number;
  readonly start: number;
  readonly name: number;
  readonly nameStart: number;
  /** Prims: 0 def, 1 over, 2 class. */
  readonly specifier: number;
  /** Prims: the id of the type's name, 0 without a type. */
  readonly type: number;
}

/** Receives properties, metadata and `reorder` statements. */
export interface StatementSink {
  /** Whether values are built; otherwise they are only checked. */
  readonly buildsValues: boolean;
  /** Returns the absolute path of the anchor prim of relative paths, without variant selections. */
  anchorPath(): string;
  report(code: DiagnosticCode, range: ByteRange, message: string, details?: ReportDetails): void;
  /** Stores a decoded array; returns the {@link FoundValue.kept} for it. */
  keepNumbers(numbers: NumericArray): number;
  /** Stores decoded samples, `byteLength` bytes of text; returns the {@link FoundValue.kept} for them. */
  keepSamples(samples: PackedSamples, byteLength: number): number;

  /** The words before `=` of an attribute or relationship. */
  property(head: PropertyHead, owner: Frame): void;
  /** @param authored an `Authored` */
  propertyValue(authored: number, found: FoundValue): void;
  /** The statement ends at `end`, without its metadata if more follows. */
  propertyEnd(end: number): void;
  /** The statement is complete with its metadata. */
  propertyClosed(): void;
  /** An error ended the statement. */
  propertyAbandoned(): void;
  order(head: PropertyHead, found: FoundValue): void;

  metadata(entry: MetadataEntry, end: number, found: FoundValue): void;
  /** The value of the metadata entry, if values are built. */
  field(entry: FoundEntry): void;
}

/** Receives prims, variant sets and variants. Only the first pass reads them. */
export interface BlockSink {
  /** The layer's own block. */
  root(frame: Frame): void;
  /** Returns the record of a new block; its owner is `parent`. */
  block(head: BlockHead, parent: Frame): number;
  /** Returns the range of the name of the earlier prim with the same path, or undefined. */
  earlierPrim(record: number, parent: Frame): ByteRange | undefined;
  /** Marks the record as one more block of the variant or variant set with the same path, if there is one. */
  joinVariant(record: number, parent: Frame): void;
  /** Marks the record as the first of its path. */
  separate(record: number): void;
  /** Sets `record` and `identity` of the frame whose `{` was read. */
  enter(record: number, frame: Frame): void;
  /** Sets `record` and `identity` of a frame whose block was read before. */
  reenter(record: number, frame: Frame): void;
  /** Returns the id of the name of a previously read block. */
  nameOf(record: number): number;
  /** Called when the block's `}` was read, or its end was found otherwise. */
  leave(frame: Frame, end: number): void;
  /** An error in the head: the block has no contents. */
  blockAbandoned(record: number): void;
}

export interface Sink extends StatementSink, BlockSink {}
