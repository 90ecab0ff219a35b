/** The readers of all parts of a text, and their open state. */
import type { NameTable } from "../scan/name-table.ts";
import type { Scanner } from "../scan/scanner.ts";
import { ArcReader } from "./arcs.ts";
import { BlockReader } from "./blocks.ts";
import { CommaLists } from "./comma-lists.ts";
import { ReadContext } from "./context.ts";
import { FoundValue } from "./found-value.ts";
import type { LeftOpenBrace } from "./left-open-brace.ts";
import { MapReader } from "./maps.ts";
import { MetadataValueReader } from "./metadata-values.ts";
import { MetadataReader } from "./metadata.ts";
import { NameListReader } from "./name-lists.ts";
import { PathListReader } from "./path-lists.ts";
import { PrimReader } from "./prims.ts";
import { PropertyReader } from "./properties.ts";
import { SampleReader } from "./samples.ts";
import type { Sink, StatementSink } from "./sink.ts";
import { SplineTokens } from "./splines/spline-tokens.ts";
import { Pending, StatementLists } from "./statements.ts";
import type { TokenSource } from "./token.ts";
import { BracketReader } from "./values/brackets.ts";
import { DictionaryReader } from "./values/dictionaries.ts";
import { ValueReader } from "./values/values.ts";
import { VariantReader } from "./variants.ts";

export interface TextOptions {
  readonly maxNesting: number;
  /** An unclosed `{` that a first pass found. */
  readonly leftOpen: LeftOpenBrace | undefined;
}

export class Readers {
  readonly context: ReadContext;
  readonly found: FoundValue = new FoundValue();
  readonly statements: StatementLists;
  readonly lists: CommaLists;
  readonly values: ValueReader;
  readonly brackets: BracketReader;
  readonly dictionaries: DictionaryReader;
  readonly pathLists: PathListReader;
  readonly nameLists: NameListReader;
  readonly arcs: ArcReader;
  readonly maps: MapReader;
  readonly samples: SampleReader;
  readonly splines: SplineTokens;
  readonly metadata: MetadataReader;
  readonly metadataValues: MetadataValueReader;
  readonly blocks: BlockReader;
  readonly properties: PropertyReader;
  readonly prims: PrimReader;
  readonly variants: VariantReader;

  constructor(tokens: TokenSource) {
    const context = (this.context = new ReadContext(tokens));
    const { found } = this;
    const statements = (this.statements = new StatementLists(context));
    const lists = (this.lists = new CommaLists(context, found));
    const values = (this.values = new ValueReader(context, found));
    this.brackets = new BracketReader(context, values, found);
    const dictionaries = (this.dictionaries = new DictionaryReader(context, { statements, values, found }));
    const pathLists = (this.pathLists = new PathListReader(context, lists, found));
    const nameLists = (this.nameLists = new NameListReader(context, lists, found));
    const arcs = (this.arcs = new ArcReader(context, { statements, lists, values, dictionaries, found }));
    const maps = (this.maps = new MapReader(context));
    const samples = (this.samples = new SampleReader(context, { lists, values, found }));
    const splines = (this.splines = new SplineTokens(context, dictionaries, found));
    const metadata = (this.metadata = new MetadataReader(context, {
      statements,
      lists,
      values,
      pathLists,
      arcs,
      found,
    }));
    const valueParts = { dictionaries, nameLists, arcs, maps, found };
    this.metadataValues = new MetadataValueReader(context, metadata.entry, valueParts);
    const blocks = (this.blocks = new BlockReader(context, statements));
    const propertyParts = { blocks, statements, lists, values, pathLists, samples, splines, metadata, found };
    this.properties = new PropertyReader(context, propertyParts);
    this.prims = new PrimReader(context, blocks, metadata);
    this.variants = new VariantReader(context, blocks, metadata);
  }

  /** Starts reading a text. */
  begin(scanner: Scanner, names: NameTable, sink: Sink, options: TextOptions): void {
    const { context } = this;
    context.begin(scanner, names, sink);
    context.maxNesting = options.maxNesting;
    context.leftOpen = options.leftOpen;
    this.reset();
    this.metadata.specKind = "layer";
    this.blocks.begin(sink);
  }

  /** Starts reading a part of a text, whose blocks are then opened again ({@link BlockReader.reopen}). */
  resume(scanner: Scanner, names: NameTable, sink: Sink, options: TextOptions): void {
    const { context } = this;
    context.begin(scanner, names, sink);
    context.maxNesting = options.maxNesting;
    context.leftOpen = options.leftOpen;
    this.reset();
    this.found.reset();
    this.blocks.resume(sink);
  }

  /** Starts reading one statement of a previously read text. */
  beginStatement(scanner: Scanner, names: NameTable, sink: StatementSink): void {
    this.context.begin(scanner, names, sink);
    this.reset();
    this.statements.open();
    this.found.reset();
  }

  /** Releases the text. */
  end(): void {
    this.context.end();
    this.blocks.end();
  }

  private reset(): void {
    this.statements.reset();
    this.brackets.reset();
    this.dictionaries.reset();
    this.metadata.abandon();
    this.metadata.isOfProperty = false;
  }

  // After an error.

  /** Returns the start of the open statement. */
  statementBegin(): number {
    const { blocks, metadata, properties } = this;
    if (blocks.head.kind !== 0) return blocks.head.start;
    if (metadata.openStart >= 0 && !properties.isOpen) return metadata.openStart;
    return blocks.statementStart;
  }

  /** Drops the state of an unfinished metadata entry; its block stays open. */
  abandonEntry(): void {
    this.brackets.reset();
    this.dictionaries.reset();
    this.metadata.abandonEntry();
    this.resetContext();
  }

  /** Drops the state of an unfinished statement, except a block that will be opened. */
  abandonStatement(keepHead: boolean): void {
    const { blocks, statements } = this;
    this.properties.abandon();
    this.brackets.reset();
    this.dictionaries.reset();
    this.metadata.abandon();
    statements.closeTo(blocks.openCount + 1);
    statements.state = Pending.nothing;
    this.resetContext();
    if (!keepHead) blocks.abandonHead();
  }

  private resetContext(): void {
    const { context } = this;
    context.scanner.joinsWords = true;
    context.builds = context.sink.buildsValues;
    context.valueLineReported = false;
  }
}
