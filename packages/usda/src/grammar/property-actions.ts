/** Property statements: attributes, relationships, and `reorder`. */
import * as tapeLayout from "../layer/tape.ts";
import { normalPath, decodeUtf8 } from "@usdkit/layer";
import * as tokenKinds from "../scan/token-kinds.ts";
import * as base from "./actions-base.ts";
import * as pathLists from "./path-list-actions.ts";
import { PropertyHeadActions } from "./property-head-actions.ts";
import { PropertyIndex } from "./property-index.ts";
import type { UsdaToken } from "./token-stream.ts";
import * as tokens from "./tokens.ts";
import * as valueActions from "./value-actions.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const {
  AUTHORED_SHIFT,
  Authored,
  END,
  FLAG_ARRAY,
  FLAG_BROKEN,
  FLAG_CONTINUES,
  FLAG_CUSTOM,
  FLAG_RELATIONSHIP,
  FLAG_UNIFORM,
  KEY,
  LIST_OP_SHIFT,
  METADATA_SIZE,
  META_VALUE_END,
  META_VALUE_START,
  NAME,
  NAME_START,
  NEXT,
  NUMBERS,
  ORDERED_SHIFT,
  PROPERTY_SIZE,
  RecordKind,
  START,
  TAG,
  TYPE,
  VALUE_END,
  VALUE_START,
} = tapeLayout;
const { BEFORE_LINE_END } = tokenKinds;
const { Pending } = base;
const { PathUse } = pathLists;
const { Assignment } = tokens;
const { ValuePlace } = valueActions;
const { Word } = vocabulary;

/** The word of each kind of `reorder`. */
const ORDER_WORDS: readonly number[] = [Word.nameChildren, Word.properties, Word.rootPrims];

export abstract class PropertyActions extends PropertyHeadActions {
  protected propertyRecord = 0;
  private hasMember = false;
  private hasAssignment = false;
  private authored = 0;
  protected readonly propertyIndex: PropertyIndex = new PropertyIndex();

  propertyBegin(token: UsdaToken): void {
    this.hasMember = false;
    this.hasAssignment = false;
    this.authored = Authored.nothing;
    this.readHead(token);
    if (this.isOrder) {
      this.parser.relabel(Assignment.names);
      return;
    }
    this.checkPlace();
    if (!this.keep) this.declareProperty();
    this.parser.relabel(this.isRelationship ? Assignment.paths : Assignment.value);
  }

  // The record, and what an earlier statement of the same name said.

  private declareProperty(): void {
    const record = (this.propertyRecord = this.tape.add(PROPERTY_SIZE));
    const frame = this.frame;
    const words = this.tape.words;
    const before = this.propertyIndex.find(words, frame, this.nameId);
    let flags =
      RecordKind.property |
      (this.listOperation << LIST_OP_SHIFT) |
      (this.isCustom ? FLAG_CUSTOM : 0) |
      (this.isUniform ? FLAG_UNIFORM : 0) |
      (this.isRelationship ? FLAG_RELATIONSHIP : 0) |
      (this.isArrayType ? FLAG_ARRAY : 0);
    if (before !== 0) {
      flags |= FLAG_CONTINUES;
      if (this.isRelationship) {
        // The type stays the one that an attribute statement gave.
        this.typeId = words[before + TYPE];
        flags |= words[before + TAG] & FLAG_ARRAY;
      } else this.compareWith(before);
    }
    words[record + TAG] = flags;
    words[record + START] = this.statementStart;
    words[record + END] = this.nameEnd;
    words[record + NAME_START] = this.nameStart;
    words[record + NAME] = this.nameId;
    words[record + TYPE] = this.typeId;
    words[record + NEXT] = record + PROPERTY_SIZE;
    this.propertyIndex.add(words, frame, this.nameId, record);
  }

  private compareWith(before: number): void {
    const words = this.tape.words;
    const tag = words[before + TAG];
    const related = [
      { range: { start: words[before + START], end: words[before + END] }, message: "it was declared here before" },
    ];
    const type = words[before + TYPE];
    if (type !== 0 && (type !== this.typeId || ((tag & FLAG_ARRAY) !== 0) !== this.isArrayType)) {
      const old = this.names.text(type) + ((tag & FLAG_ARRAY) !== 0 ? "[]" : "");
      this.report(
        "USDA_TYPE_CHANGED",
        `The type of ${this.names.text(this.nameId)} is ${old}: it cannot change.`,
        this.typeStart,
        this.typeEnd,
        { related },
      );
    }
    if (((tag & FLAG_UNIFORM) !== 0) !== this.isUniform) {
      this.report(
        "USDA_VARIABILITY_CHANGED",
        `${this.names.text(this.nameId)} is ${this.isUniform ? "varying" : "uniform"}: that cannot change.`,
        this.statementStart,
        this.nameEnd,
        { related },
      );
    }
  }

  // `x.timeSamples`, `x.connect`, `x.spline`, `x.default`.

  memberDot(token: UsdaToken): void {
    if (this.isOrder) this.fault("USDA_UNEXPECTED", token, "`=` was expected.");
    this.sameLine(token, "`.`");
    this.hasMember = true;
  }

  memberWord(token: UsdaToken): void {
    this.sameLine(token, "The word");
    const name = token.hasArraySuffix ? 0 : token.name;
    if (this.isRelationship) {
      if (name !== Word.default || this.listOperation !== 0) {
        this.fault("USDA_UNEXPECTED", token, `A relationship has no ${this.quoteToken(token)}.`);
      }
      this.authored = Authored.defaultTarget;
      this.parser.relabel(Assignment.path);
    } else if (name === Word.connect) {
      this.authored = Authored.connection;
      this.parser.relabel(Assignment.paths);
    } else if (this.listOperation === 0 && name === Word.timeSamples) {
      this.authored = Authored.timeSamples;
      this.parser.relabel(Assignment.timeSamples);
    } else if (this.listOperation === 0 && name === Word.spline) {
      this.authored = Authored.spline;
      this.parser.relabel(Assignment.spline);
    } else {
      this.fault(
        "USDA_UNEXPECTED",
        token,
        `\`timeSamples\`, \`connect\` or \`spline\` was expected, not ${this.quoteToken(token)}.`,
      );
    }
  }

  // Values.

  valueAssignment(token: UsdaToken): void {
    if ((token.before & BEFORE_LINE_END) !== 0) this.sameLine(token, "`=`");
    this.hasAssignment = true;
    this.authored = Authored.value;
    this.expectValue(this.propertyType, this.isArrayType, ValuePlace.attribute);
    this.scanner.expectEdit();
  }

  attributeValue(): void {
    this.writeValue();
    if (this.keep) return;
    this.tape.words[this.propertyRecord + NUMBERS] = this.keptNumbers;
  }

  private writeValue(): void {
    if (this.keep) return;
    const words = this.tape.words;
    const record = this.propertyRecord;
    words[record + TAG] |= this.authored << AUTHORED_SHIFT;
    words[record + VALUE_START] = this.valueStart;
    words[record + VALUE_END] = this.valueEnd;
  }

  namesAssignment(token: UsdaToken): void {
    this.inlineAssignment(token);
    this.hasAssignment = true;
  }

  pathsAssignment(token: UsdaToken): void {
    this.inlineAssignment(token);
    this.hasAssignment = true;
    if (this.isRelationship) {
      if (!this.hasMember) this.authored = Authored.targets;
      this.pathUse = PathUse.targets;
    } else this.pathUse = PathUse.connections;
    this.hasListOperation = this.listOperation !== 0;
  }

  propertyPaths(): void {
    this.writeValue();
  }

  samplesAssignment(token: UsdaToken): void {
    this.sameLine(token, "`=`");
    this.hasAssignment = true;
    this.expectSamples(this.propertyType, this.isArrayType);
  }

  override samples(token: UsdaToken): void {
    super.samples(token);
    this.writeValue();
    if (!this.keep) this.tape.words[this.propertyRecord + NUMBERS] = this.keptNumbers;
  }

  override samplesClose(token: UsdaToken): void {
    super.samplesClose(token);
    this.writeValue();
  }

  splineAssignment(token: UsdaToken): void {
    this.sameLine(token, "`=`");
    this.hasAssignment = true;
    if (this.isArrayType) {
      this.report("USDA_SPLINE", "An array has no spline.", this.typeStart, this.typeEnd);
    }
    this.expectSpline(this.isArrayType ? undefined : this.propertyType, this.names.text(this.typeId));
  }

  override splineClose(token: UsdaToken): void {
    super.splineClose(token);
    this.writeValue();
  }

  defaultTarget(token: UsdaToken): void {
    this.valueStart = token.start;
    this.valueEnd = token.end;
    if (this.paths.classify(this.bytes, token.start + 1, token.end - 1) === 0) this.badPath(token);
    this.foundPaths = [normalPath(decodeUtf8(this.bytes, token.start + 1, token.end - 1))];
    this.writeValue();
  }

  // `rel x[</A>]`: names a target without listing it.

  targetOpen(token: UsdaToken): void {
    this.sameLine(token, "`[`");
    if (!this.isRelationship || this.hasMember || this.hasAssignment || this.listOperation !== 0) {
      this.fault("USDA_UNEXPECTED", token, "`=` or the statement's end was expected.");
    }
    this.authored = Authored.targetSpec;
  }

  targetPath(token: UsdaToken): void {
    this.sameLine(token, "The path");
    this.valueStart = token.start;
    this.valueEnd = token.end;
    if (this.paths.classify(this.bytes, token.start + 1, token.end - 1) === 0) this.badPath(token);
  }

  targetClose(token: UsdaToken): void {
    this.sameLine(token, "`]`");
    this.writeValue();
  }

  /** `reorder … = [ … ]`. */
  orderNames(): void {
    if (this.keep) return;
    const record = this.tape.add(METADATA_SIZE);
    const words = this.tape.words;
    words[record + TAG] = RecordKind.order | (this.orderWhat << ORDERED_SHIFT);
    words[record + START] = this.statementStart;
    words[record + END] = this.valueEnd;
    words[record + KEY] = ORDER_WORDS[this.orderWhat];
    words[record + META_VALUE_START] = this.valueStart;
    words[record + META_VALUE_END] = this.valueEnd;
  }

  /** The statement is complete but for its metadata. */
  propertyValueDone(): void {
    if (!this.hasAssignment && this.authored !== Authored.targetSpec) {
      const found = this.parser.peek();
      if (this.isOrder || this.hasMember) this.fault("USDA_UNEXPECTED", found, "`=` was expected.");
      if (this.listOperation !== 0 && !this.isRelationship) {
        this.fault("USDA_UNEXPECTED", found, "A list operation on an attribute needs `.connect = …`.");
      }
    } else if (this.listOperation !== 0 && !this.isRelationship && !this.hasMember && !this.isOrder) {
      this.report(
        "USDA_LIST_OPERATION",
        "A list operation on an attribute needs `.connect`.",
        this.statementStart,
        this.nameEnd,
      );
    }
    if (this.isOrder) this.specKind = "attribute";
    if (this.keep || this.isOrder) return;
    this.tape.words[this.propertyRecord + END] = this.statementEnd();
    this.specKind = this.isRelationship ? "relationship" : "attribute";
  }

  override metadataOpen(token: UsdaToken): void {
    if (this.specKind === "attribute" || this.specKind === "relationship") {
      if (this.isOrder || this.hasMember || this.listOperation !== 0 || this.authored === Authored.targetSpec) {
        this.report(
          "USDA_MISPLACED",
          "This statement takes no metadata: write it at the property's declaration.",
          token.start,
          token.end,
        );
      } else this.sameLine(token, "`(` of a property's metadata");
    }
    super.metadataOpen(token);
  }

  propertyEnd(): void {
    this.setPending(Pending.separator);
    if (this.keep || this.isOrder) return;
    const words = this.tape.words;
    words[this.propertyRecord + END] = this.statementEnd();
    words[this.propertyRecord + NEXT] = this.tape.length;
    this.propertyRecord = 0;
  }

  protected override isPropertyOpen(): boolean {
    return this.propertyRecord !== 0;
  }

  /** A head's token ends with its first word; the statement with its last. */
  private statementEnd(): number {
    return Math.max(this.lastEnd(), this.nameEnd);
  }

  /** A fault left the property unfinished: close its record. */
  protected abandonProperty(): void {
    if (this.propertyRecord === 0) return;
    const words = this.tape.words;
    words[this.propertyRecord + TAG] |= FLAG_BROKEN;
    words[this.propertyRecord + NEXT] = this.tape.length;
    this.propertyRecord = 0;
  }
}
