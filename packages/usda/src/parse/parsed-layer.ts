/** A layer whose specs are views on a tape. */
import { keepInstances } from "@usdkit/base";
import type { Comment, Layer, PseudoRootSpec } from "@usdkit/layer";
import { RecentArrays } from "../build/recent-arrays.ts";
import { SimpleValueReader } from "../build/simple-values.ts";
import type { ViewSource } from "../build/view-source.ts";
import { makeRoot, makeViewInstances } from "../build/views.ts";
import { wordSeed } from "../read/words.ts";
import { Tape } from "../record/tape.ts";
import { findComments } from "../scan/comments.ts";
import { NameTable } from "../scan/name-table.ts";
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
    this.parsed = parsed;
    this.source = source;
    this.version = parsed.version;
    this.root = makeRoot(viewSourceOf(parsed));
  }

  get comments(): readonly Comment[] {
    this.madeComments ??= findComments(this.parsed.bytes);
    return this.madeComments;
  }
}

function viewSourceOf({ bytes, names, tape }: ParsedTape): ViewSource {
  return {
    bytes,
    names,
    tape,
    reader: new GrammarStatementReader(bytes, names),
    simple: new SimpleValueReader(bytes),
    recent: new RecentArrays(),
  };
}

/** Returns a layer without content, and an instance of each of its views. */
function makeInstances(): readonly object[] {
  const bytes = new Uint8Array(0);
  const tape = new Tape(0);
  const parsed = { bytes, names: new NameTable(wordSeed), tape, version: "", diagnostics: [], lookaheads: [] };
  return [new ParsedLayer(parsed, bytes), ...makeViewInstances(viewSourceOf(parsed))];
}

keepInstances(...makeInstances());
