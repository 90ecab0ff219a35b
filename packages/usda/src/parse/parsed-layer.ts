/** A layer whose specs are views on a tape. */
import type { Comment, Layer, PseudoRootSpec } from "@usdkit/layer";
import { SimpleValueReader } from "../build/simple-values.ts";
import { makeRoot } from "../build/views.ts";
import { findComments } from "../scan/comments.ts";
import type { ParsedTape } from "./parse-tape.ts";
import { GrammarStatementReader } from "./statement-reader.ts";

export class ParsedLayer implements Layer {
  readonly root: PseudoRootSpec;
  readonly version: string;
  readonly source: Uint8Array;
  /** The tape and text that the layer is a view of. */
  readonly parsed: ParsedTape;
  private madeComments: readonly Comment[] | undefined;

  /** @param source the original text; in `parsed` the markers of merge conflicts are blank */
  constructor(parsed: ParsedTape, source: Uint8Array) {
    const { bytes, names, tape, version } = parsed;
    this.parsed = parsed;
    this.source = source;
    this.version = version;
    this.root = makeRoot({
      bytes,
      names,
      tape,
      reader: new GrammarStatementReader(bytes, names),
      simple: new SimpleValueReader(bytes),
    });
  }

  get comments(): readonly Comment[] {
    this.madeComments ??= findComments(this.parsed.bytes);
    return this.madeComments;
  }
}
