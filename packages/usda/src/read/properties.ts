/** Property statements: attributes, relationships, and `reorder`. */
import { decodeUtf8 } from "@usdkit/base";
import { normalPath } from "@usdkit/layer";
import { Assignment } from "./assignment.ts";
import type { BlockReader } from "./blocks.ts";
import type { CommaLists } from "./comma-lists.ts";
import type { ReadContext } from "./context.ts";
import type { FoundValue } from "./found-value.ts";
import type { MetadataReader } from "./metadata.ts";
import { PathUse } from "./path-lists.ts";
import type { PathListReader } from "./path-lists.ts";
import type { PropertyHead } from "./property-head.ts";
import { PropertyHeadReader } from "./property-words.ts";
import type { SampleReader } from "./samples.ts";
import { Authored } from "./sink.ts";
import type { SplineTokens } from "./splines/spline-tokens.ts";
import type { StatementLists } from "./statements.ts";
import type { Token } from "./token.ts";
import { ValuePlace } from "./values/values.ts";
import type { ValueReader } from "./values/values.ts";
import { Word } from "./words.ts";

/** The readers of a property's parts. */
interface Parts {
  readonly blocks: BlockReader;
  readonly statements: StatementLists;
  readonly lists: CommaLists;
  readonly values: ValueReader;
  readonly pathLists: PathListReader;
  readonly samples: SampleReader;
  readonly splines: SplineTokens;
  readonly metadata: MetadataReader;
  readonly found: FoundValue;
}

export class PropertyReader {
  private readonly head: PropertyHead;
  private readonly words: PropertyHeadReader;
  private readonly context: ReadContext;
  private readonly parts: Parts;
  private readonly found: FoundValue;
  /** A dot followed the name. */
  private hasMember = false;
  private hasAssignment = false;
  /** An `Authored`. */
  private authored = 0;

  constructor(context: ReadContext, parts: Parts) {
    this.context = context;
    this.parts = parts;
    this.found = parts.found;
    this.words = new PropertyHeadReader(context);
    this.head = this.words.head;
  }

  /** A property is open: its head was read, its end was not. */
  get isOpen(): boolean {
    return this.parts.metadata.isOfProperty;
  }

  begin(token: Token): void {
    const { context, head, parts } = this;
    const { blocks } = parts;
    this.hasMember = false;
    this.hasAssignment = false;
    this.authored = Authored.nothing;
    blocks.statementStart = token.start;
    this.words.read(token, blocks.frame.kind);
    if (head.isOrder) {
      context.tokens.relabel(Assignment.names);
      return;
    }
    blocks.checkProperty(head);
    context.sink.property(head, blocks.frame);
    parts.metadata.isOfProperty = true;
    context.tokens.relabel(head.isRelationship ? Assignment.paths : Assignment.value);
  }

  // `x.timeSamples`, `x.connect`, `x.spline`, `x.default`.

  memberDot(token: Token): void {
    if (this.head.isOrder) this.context.fault("USDA_UNEXPECTED", token, "Expected `=`, found `.`.");
    this.context.sameLine(token, "`.`");
    this.hasMember = true;
  }

  memberWord(token: Token): void {
    const { context, head } = this;
    context.sameLine(token, "the word");
    const { name } = token;
    if (head.isRelationship) {
      if (name !== Word.default || head.listOperation !== 0) {
        context.fault("USDA_UNEXPECTED", token, `A relationship has no ${context.quote(token)}.`);
      }
      this.authored = Authored.defaultTarget;
      context.tokens.relabel(Assignment.path);
    } else if (name === Word.connect) {
      this.authored = Authored.connection;
      context.tokens.relabel(Assignment.paths);
    } else if (head.listOperation === 0 && name === Word.timeSamples) {
      this.authored = Authored.timeSamples;
      context.tokens.relabel(Assignment.timeSamples);
    } else if (head.listOperation === 0 && name === Word.spline) {
      this.authored = Authored.spline;
      context.tokens.relabel(Assignment.spline);
    } else {
      const found = context.quote(token);
      context.fault("USDA_UNEXPECTED", token, `Expected \`timeSamples\`, \`connect\` or \`spline\`, found ${found}.`);
    }
  }

  // Values.

  valueAssignment(token: Token): void {
    const { context, head } = this;
    context.sameLine(token, "`=`");
    this.hasAssignment = true;
    this.authored = Authored.value;
    this.parts.values.expect(head.valueType, head.isArray, ValuePlace.attribute);
    context.scanner.expectEdit();
  }

  /** After a value, paths, samples or a spline. */
  valueDone(): void {
    this.context.sink.propertyValue(this.authored, this.found);
  }

  namesAssignment(token: Token): void {
    this.context.inlineAssignment(token);
    this.hasAssignment = true;
  }

  pathsAssignment(token: Token): void {
    const { head, parts } = this;
    this.context.inlineAssignment(token);
    this.hasAssignment = true;
    // Arrays that were decoded for an earlier statement do not belong to this one.
    this.found.kept = 0;
    if (head.isRelationship) {
      if (!this.hasMember) this.authored = Authored.targets;
      parts.pathLists.use = PathUse.targets;
    } else parts.pathLists.use = PathUse.connections;
    parts.lists.hasOperation = head.listOperation !== 0;
  }

  samplesAssignment(token: Token): void {
    const { head } = this;
    this.context.sameLine(token, "`=`");
    this.hasAssignment = true;
    this.parts.samples.expect(head.valueType, head.isArray);
  }

  splineAssignment(token: Token): void {
    const { context, head } = this;
    context.sameLine(token, "`=`");
    this.hasAssignment = true;
    this.found.kept = 0;
    if (head.isArray) context.report("USDA_SPLINE", head.typeRange, "An array attribute cannot have a spline.");
    this.parts.splines.expect(head.isArray ? undefined : head.valueType, context.names.text(head.type));
  }

  defaultTarget(token: Token): void {
    const { context, found } = this;
    found.start = token.start;
    found.end = token.end;
    if (context.pathBits(token) === 0) context.badPath(token);
    found.paths = [normalPath(decodeUtf8(context.bytes, token.start + 1, token.end - 1))];
    this.valueDone();
  }

  // `rel x[</A>]`: names a target without listing it.

  targetOpen(token: Token): void {
    const { context, head } = this;
    context.sameLine(token, "`[`");
    if (!head.isRelationship || this.hasMember || this.hasAssignment || head.listOperation !== 0) {
      context.fault("USDA_UNEXPECTED", token, "Expected `=` or the end of the statement, found `[`.");
    }
    this.authored = Authored.targetSpec;
  }

  targetPath(token: Token): void {
    const { context, found } = this;
    context.sameLine(token, "the path");
    found.start = token.start;
    found.end = token.end;
    found.kept = 0;
    if (context.pathBits(token) === 0) context.badPath(token);
  }

  targetClose(token: Token): void {
    this.context.sameLine(token, "`]`");
    this.valueDone();
  }

  /** `reorder … = [ … ]`. */
  orderNames(): void {
    this.context.sink.order(this.head, this.found);
  }

  /** The statement is complete without its metadata. */
  valueEnd(): void {
    const { context, head, parts } = this;
    if (!this.hasAssignment && this.authored !== Authored.targetSpec) {
      const found = context.tokens.peek();
      if (head.isOrder || this.hasMember) context.fault("USDA_UNEXPECTED", found, "Expected `=`.");
      if (head.listOperation !== 0 && !head.isRelationship) {
        context.fault("USDA_UNEXPECTED", found, "Expected `.connect = …` after a list operation on an attribute.");
      }
    } else if (head.listOperation !== 0 && !head.isRelationship && !this.hasMember && !head.isOrder) {
      context.report("USDA_LIST_OPERATION", head.range, "A list operation on an attribute needs `.connect`.");
    }
    parts.metadata.specKind = head.isRelationship && !head.isOrder ? "relationship" : "attribute";
    if (!head.isOrder) context.sink.propertyEnd(this.statementEnd());
  }

  /** The property's metadata follows. */
  metadataOpen(): void {
    const { context, head } = this;
    const token = context.tokens.peek();
    if (head.isOrder || this.hasMember || head.listOperation !== 0 || this.authored === Authored.targetSpec) {
      const message = "This statement does not accept metadata: write it at the property's declaration.";
      context.report("USDA_MISPLACED", token, message);
    } else context.sameLine(token, "`(` of a property's metadata");
  }

  end(): void {
    const { context, head, parts } = this;
    parts.statements.itemDone();
    if (head.isOrder) return;
    context.sink.propertyEnd(this.statementEnd());
    context.sink.propertyClosed();
    parts.metadata.isOfProperty = false;
  }

  /** The head's token ends with its first word; the statement with its last. */
  private statementEnd(): number {
    return Math.max(this.context.lastEnd(), this.head.nameRange.end);
  }

  /** An error ended the statement. */
  abandon(): void {
    if (!this.isOpen) return;
    this.context.sink.propertyAbandoned();
    this.parts.metadata.isOfProperty = false;
  }
}
