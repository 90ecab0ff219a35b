/** Metadata blocks: `( key = value … )` of layers, prims, variants and properties. */
import type { ByteRange, FieldDefinition, FieldSpecKind } from "@usdkit/layer";
import { isCxxNamespacedIdentifier } from "../scan/identifiers.ts";
import { hasClosingParenthesis } from "../scan/skip-block.ts";
import { FLAG_COLON, FLAG_DOUBLE_COLON, TokenKind } from "../scan/token-kinds.ts";
import { Assignment } from "./assignment.ts";
import type { ReadContext } from "./context.ts";
import { unclosedFault } from "./fault.ts";
import type { FoundValue } from "./found-value.ts";
import { MetadataEntry } from "./metadata-entry.ts";
import { keywordAssignment, listOperationOf, metadataWordOf } from "./metadata-forms.ts";
import { PathUse } from "./path-lists.ts";
import type { ArcReader } from "./arcs.ts";
import type { CommaLists } from "./comma-lists.ts";
import type { PathListReader } from "./path-lists.ts";
import type { StatementLists } from "./statements.ts";
import { Pending } from "./statements.ts";
import type { Token } from "./token.ts";
import { ValuePlace } from "./values/values.ts";
import type { ValueReader } from "./values/values.ts";

/** The readers of the parts of metadata. */
interface Parts {
  readonly statements: StatementLists;
  readonly lists: CommaLists;
  readonly values: ValueReader;
  readonly pathLists: PathListReader;
  readonly arcs: ArcReader;
  readonly found: FoundValue;
}

export class MetadataReader {
  readonly entry: MetadataEntry = new MetadataEntry();
  /** The kind of spec whose metadata is read next. */
  specKind: FieldSpecKind = "layer";
  /** The metadata is that of an open property. */
  isOfProperty = false;

  private readonly context: ReadContext;
  private readonly parts: Parts;
  private readonly found: FoundValue;
  private start = -1;
  private listCount = 0;

  constructor(context: ReadContext, parts: Parts) {
    this.context = context;
    this.parts = parts;
    this.found = parts.found;
  }

  /** Start of the open metadata block, or -1. */
  get openStart(): number {
    return this.start;
  }

  /** Leaves the open block after an error. */
  abandon(): void {
    this.start = -1;
  }

  /** Leaves the open entry after an error; the block stays open. */
  abandonEntry(): void {
    const { lists, statements } = this.parts;
    statements.closeTo(this.listCount);
    statements.state = Pending.nothing;
    lists.reset();
  }

  open(token: Token): void {
    const { statements } = this.parts;
    this.start = token.start;
    // An error before the first entry does not belong to an entry of an earlier block, nor to text.
    this.entry.start = token.end;
    statements.open();
    this.listCount = statements.count;
  }

  /** After the entries: `)` must follow, or the `(` is unclosed. */
  end(): void {
    const found = this.context.tokens.peek();
    const { kind } = found;
    if (kind !== TokenKind.leftBrace && kind !== TokenKind.rightBrace && kind !== TokenKind.specifier) {
      if (kind !== TokenKind.endOfFile) return;
    }
    throw unclosedFault(TokenKind.leftParenthesis, this.start, found);
  }

  close(_token: Token): void {
    this.start = -1;
    this.parts.statements.close();
  }

  /** A string without a key: the `comment` field. */
  comment(token: Token): void {
    const { entry, found } = this;
    this.parts.statements.requireSeparator(token);
    entry.start = entry.keyStart = found.start = token.start;
    entry.name = entry.operation = 0;
    found.end = token.end;
    this.context.sink.metadata(entry, token.end, found);
    this.parts.statements.itemDone();
  }

  /** `name`, or a list operation's keyword and `name`. */
  entryBegin(token: Token): void {
    const { context, entry } = this;
    const { words, wordCount } = context.scanner;
    entry.start = token.start;
    entry.operation = wordCount > 1 && words[0].flags === 0 ? listOperationOf(words[0].name) : 0;
    entry.isDictionary = false;
    if (wordCount > (entry.operation === 0 ? 1 : 2)) {
      if (this.isOfProperty && !hasClosingParenthesis(context.scanner, token.start)) {
        throw unclosedFault(TokenKind.leftParenthesis, this.start, token);
      }
      const extra = words[entry.operation === 0 ? 1 : 2];
      const message = `Expected \`=\` after the name, found ${context.quote(extra)}.`;
      context.fault("USDA_UNEXPECTED", { ...extra, kind: token.kind }, message);
    }
    const key = words[wordCount - 1];
    entry.name = key.name;
    entry.keyStart = key.start;
    entry.keyEnd = key.end;
    if (
      key.flags !== 0 &&
      !((key.flags & ~FLAG_DOUBLE_COLON) === FLAG_COLON && isCxxNamespacedIdentifier(context.names.text(key.name)))
    ) {
      context.fault("USDA_NAME", { ...key, kind: token.kind }, `${context.quote(key)} is not a valid field name.`);
    }
    this.entryHead();
  }

  /** Labels the `=` by the syntax after it. */
  private entryHead(): void {
    const { context, entry, specKind } = this;
    entry.field = undefined;
    const { lookup, shape } = metadataWordOf(specKind, entry.name, context.names);
    entry.shape = shape;
    if (lookup.kind === "rejected") {
      const key = { start: entry.keyStart, end: entry.keyEnd };
      const message =
        lookup.reason === "reserved"
          ? `${context.quote(key)} is not allowed in ${specKind} metadata.`
          : `${context.quote(key)} is not metadata: the statements of the ${specKind} define it.`;
      context.report("USDA_FIELD", key, message);
      if (lookup.field !== undefined) {
        // Read as if it were in a valid position, so that this is the only error.
        this.expectLists(lookup.field, false);
        context.tokens.relabel(keywordAssignment(lookup.field.name));
        return;
      }
    } else if (lookup.kind === "keyword") {
      entry.field = lookup.field;
      this.keywordHead(lookup.field, { start: entry.keyStart, end: entry.keyEnd });
      return;
    } else if (lookup.kind === "field") entry.field = lookup.field;
    context.tokens.relabel(entry.operation === 0 ? Assignment.metadata : Assignment.listOperation);
  }

  private keywordHead(field: FieldDefinition, key: ByteRange): void {
    const { context, entry } = this;
    const assignment = keywordAssignment(field.name);
    const takesOperation =
      assignment === Assignment.paths || assignment === Assignment.references || field.name === "variantSetNames";
    const hasOperation = entry.operation !== 0;
    if (hasOperation && !takesOperation) {
      context.report("USDA_LIST_OPERATION", key, `${context.quote(key)} does not accept a list operation.`);
    }
    this.expectLists(field, hasOperation);
    context.tokens.relabel(assignment);
  }

  /** Prepares the readers of lists for a field. */
  private expectLists({ name }: FieldDefinition, hasOperation: boolean): void {
    const { arcs, lists, pathLists } = this.parts;
    lists.hasOperation = hasOperation;
    pathLists.use = PathUse.inherits;
    arcs.areReferences = name === "references";
  }

  /** `=`: the value follows. */
  assignment(token: Token): void {
    const { context, entry } = this;
    const { field, shape } = entry;
    // `symmetryFunction =` alone authors an empty name.
    if (field?.name === "symmetryFunction") context.sameLine(token, "`=`");
    else context.inlineAssignment(token);
    // Selections are few, and a check needs their values.
    if (field?.name === "variantSelection") context.builds = true;
    this.parts.values.expect(shape?.type, shape?.isArray ?? false, ValuePlace.metadata);
  }

  entryDone(): void {
    const { context, entry, found, parts } = this;
    context.sink.metadata(entry, context.lastEnd(), found);
    parts.statements.itemDone();
    parts.lists.reset();
  }
}
