/** Variant sets and variants. */
import * as tapeLayout from "../layer/tape.ts";
import { isVariantName } from "../scan/identifiers.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import * as frames from "./frame.ts";
import { OwnerTable } from "./owner-table.ts";
import { PrimActions } from "./prim-actions.ts";
import type { UsdaToken } from "./token-stream.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { IDENTITY, RecordKind } = tapeLayout;
const { TokenKind } = tokenKinds;
const { OwnerKind } = frames;

export abstract class VariantActions extends PrimActions {
  /** First records of variants and variant sets. */
  protected readonly variants: OwnerTable = new OwnerTable();

  variantSetBegin(token: UsdaToken): void {
    const { words, wordCount } = this.scanner;
    if (wordCount > 1) {
      const { start, end } = words[1];
      const message = `The variant set's name in quotes was expected, not ${this.quoteToken(words[1])}.`;
      this.fault("USDA_UNEXPECTED", { start, end, kind: TokenKind.identifier }, message);
    }
    this.headStart = token.start;
    this.headKind = OwnerKind.variantSet;
    this.headRecord = 0;
    if (this.frame.kind === OwnerKind.root) {
      this.report("USDA_MISPLACED", "A variant set must stand in a prim.", token.start, token.end);
    } else if (this.frame.kind === OwnerKind.variantSet) {
      this.frame.hasContents = true;
      this.report(
        "USDA_MISPLACED",
        'A variant (`"name" { … }`) was expected in the variant set.',
        token.start,
        token.end,
      );
    }
  }

  variantSetName(token: UsdaToken): void {
    this.spaced(token, "The variant set's name");
    this.readQuotedName(token);
    this.checkVariantName(token, "a variant set");
    const record = this.openRecord(RecordKind.variantSet, 0);
    this.tape.words[record + IDENTITY] = this.sameVariant(record);
  }

  variantSetAssignment(token: UsdaToken): void {
    this.sameLine(token, "`=`");
  }

  variantSetOpen(token: UsdaToken): void {
    this.checkDepth(token);
    const record = this.headRecord;
    this.enter(OwnerKind.variantSet, record, this.identityOf(record), token.start, this.headStart);
    this.headKind = 0;
  }

  variantName(token: UsdaToken): void {
    this.headStart = token.start;
    this.headKind = OwnerKind.variant;
    this.headRecord = 0;
    if (this.frame.kind !== OwnerKind.variantSet) {
      // A block that follows is most likely that of a prim without a specifier.
      this.headKind = OwnerKind.prim;
      this.fault("USDA_UNEXPECTED", token, `A statement was expected, not the string ${this.quoteToken(token)}.`);
    }
    this.frame.hasContents = true;
    this.readQuotedName(token);
    this.checkVariantName(token, "a variant");
    const record = this.openRecord(RecordKind.variant, 0);
    this.tape.words[record + IDENTITY] = this.sameVariant(record);
    this.specKind = "variant";
  }

  variantOpen(token: UsdaToken): void {
    this.checkDepth(token);
    const record = this.headRecord;
    this.enter(OwnerKind.variant, record, this.identityOf(record), token.start, this.headStart);
    this.headKind = 0;
  }

  private checkVariantName(token: UsdaToken, what: string): void {
    if (isVariantName(this.names.text(this.primNameId))) return;
    this.report("USDA_NAME", `${this.quoteToken(token)} cannot name ${what}.`, token.start, token.end, {
      hint: "Names take letters, digits, `_`, `|` and `-`, and one `.` at the beginning.",
    });
  }

  /** The first record of this variant or variant set: the same may be written in several blocks. */
  private sameVariant(record: number): number {
    return this.variants.add(this.tape.words, this.frame.identity, this.primNameId, record) || record;
  }
}
