/** Values of metadata entries: whether they fit the field. */
import type { ValueType } from "@usdkit/layer";
import { stringType, decodeUtf8, displayUnits, valueTypes } from "@usdkit/layer";
import { isCxxNamespacedIdentifier, isVariantName } from "../scan/identifiers.ts";
import { decodeStringToken } from "../scan/strings.ts";
import { escapeControls } from "./describe.ts";
import { isVariantExpression, listItems, shapeOf } from "./metadata-forms.ts";
import { MetadataResults } from "./metadata-results.ts";
import type { UsdaToken } from "./token-stream.ts";
import { isReserved } from "./words.ts";

export abstract class MetadataValueActions extends MetadataResults {
  protected entryStart = 0;
  protected entryKeyEnd = 0;
  protected isDictionaryValue = false;
  protected bareWord = "";

  /** The value is `{ … }`. */
  markDictionary(): void {
    this.isDictionaryValue = true;
  }

  metadataValue(): void {
    if (this.isDictionaryValue) {
      this.metadataDictionary();
      return;
    }
    const field = this.entryField;
    if (field === undefined) {
      this.keepUnregistered();
      return;
    }
    const shape = shapeOf(field.type);
    const { valueStart: start, valueEnd: end } = this;
    if (this.valueIsNone) {
      if (!shape.isListOp) this.refuseValue("None");
      else if (this.keep) this.keepListOp([], shape);
      return;
    }
    if (this.valueIsPath) {
      if (shape.isListOp || field.check === "positive") this.refuseValue("a path");
      else this.keepValue();
      return;
    }
    if (shape.isDictionary || shape.type === undefined) {
      this.report("USDA_FIELD_VALUE", `${field.name} takes a dictionary: \`{ type name = value }\`.`, start, end);
      return;
    }
    if (field.check === "positive") this.checkPositive(start, end);
    if (!this.keep) return;
    if (!shape.isListOp) this.keepValue();
    else if (this.value?.kind === "typed") this.keepListOp(listItems(this.value.data), shape);
  }

  /** The value after a list operation's keyword: None or a list. */
  metadataListOperation(): void {
    const field = this.entryField;
    const isList = this.bytes[this.valueStart] === 91;
    if (!isList && !this.valueIsNone) {
      const message = "A list or `None` was expected after a list operation.";
      this.report("USDA_LIST_OPERATION", message, this.valueStart, this.valueEnd);
      return;
    }
    if (isList && this.isEmptyList()) {
      this.report(
        "USDA_LIST_OPERATION",
        "A list operation needs at least one item, or None.",
        this.valueStart,
        this.valueEnd,
      );
      return;
    }
    if (field === undefined) {
      this.keepUnregistered();
      return;
    }
    const shape = shapeOf(field.type);
    if (!shape.isArray) {
      this.report(
        "USDA_LIST_OPERATION",
        `${field.name} is no list: it takes no list operation.`,
        this.entryStart,
        this.entryKeyEnd,
      );
      return;
    }
    if (this.valueIsNone && !shape.isListOp) this.refuseValue("None");
    if (!this.keep) return;
    if (!shape.isListOp) this.keepValue();
    else this.keepListOp(this.value?.kind === "typed" ? listItems(this.value.data) : [], shape);
  }

  private isEmptyList(): boolean {
    for (let i = this.valueStart + 1; i < this.valueEnd - 1; i++) {
      const byte = this.bytes[i];
      if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
    }
    return true;
  }

  metadataDictionary(): void {
    const field = this.entryField;
    if (field !== undefined && this.entryField?.name === "variantSelection") {
      this.variantSelection();
      return;
    }
    if (field !== undefined) {
      const shape = shapeOf(field.type);
      if (shape.isListOp || field.check === "positive") {
        this.refuseValue("a dictionary");
        return;
      }
    }
    if (!this.keep || this.dictionary === undefined) return;
    this.foundEntry = { field: this.fieldName(), operation: "explicit", value: this.dictionary };
  }

  /** `variants = { string set = "name" }`. */
  private variantSelection(): void {
    const entries = new Map<string, string>();
    if (!this.keep) {
      this.builds = false;
      this.checkVariantSelection();
      return;
    }
    for (const [set, value] of this.dictionary?.entries ?? []) {
      if (value.kind === "typed" && typeof value.data === "string") entries.set(set, value.data);
    }
    this.foundEntry = { field: "variantSelection", operation: "explicit", value: { kind: "stringMap", entries } };
  }

  private checkVariantSelection(): void {
    const { valueStart: start, valueEnd: end } = this;
    for (const [set, value] of this.dictionary?.entries ?? []) {
      const range = value.range ?? { start, end };
      if (value.kind !== "typed" || value.type.name !== "string" || typeof value.data !== "string") {
        this.report(
          "USDA_FIELD_VALUE",
          `The selection of ${escapeControls(JSON.stringify(set))} must be a string.`,
          range.start,
          range.end,
        );
      } else if (!isVariantName(value.data) && !isVariantExpression(value.data)) {
        this.report("USDA_NAME", `${this.quoteToken(range)} cannot name a variant.`, range.start, range.end);
      }
    }
  }

  /** `doc = "…"`, `kind = "…"`. */
  entryString(token: UsdaToken): void {
    this.sameLine(token, "The value");
    this.valueStart = token.start;
    this.valueEnd = token.end;
    if (!this.keep) return;
    const type = valueTypes.get(this.entryField?.type ?? "string") ?? stringType;
    this.value = {
      kind: "typed",
      type,
      isArray: false,
      data: decodeStringToken(this.bytes, token.start, token.end),
      range: { start: token.start, end: token.end },
    };
    this.keepValue();
  }

  /** `permission = public`. */
  entryBareWord(token: UsdaToken): void {
    this.bareWord = this.names.text(token.name);
    this.valueStart = token.start;
    this.valueEnd = token.end;
    if (
      token.hasArraySuffix ||
      isReserved(token.name) ||
      (token.hasColon && !isCxxNamespacedIdentifier(this.bareWord))
    ) {
      this.report("USDA_NAME", `${this.quoteToken(token)} cannot stand here.`, token.start, token.end);
      return;
    }
    const field = this.entryField?.name;
    if (field === "permission" && this.bareWord !== "public" && this.bareWord !== "private") {
      this.report("USDA_FIELD_VALUE", "permission takes public or private.", token.start, token.end);
    } else if (field === "displayUnit" && !displayUnits.has(this.bareWord)) {
      const known = [...displayUnits.keys()].join(", ");
      this.report(
        "USDA_FIELD_VALUE",
        `${this.quoteToken(token)} is no unit; known are ${known}.`,
        token.start,
        token.end,
      );
    }
  }

  entryWordDone(): void {
    const field = this.entryField;
    if (field === undefined) return;
    if (this.bareWord === "") {
      this.valueStart = this.valueEnd = this.lastEnd();
      if (field.name !== "symmetryFunction") {
        this.report("USDA_FIELD_VALUE", `${field.name} needs a value.`, this.entryStart, this.entryKeyEnd);
      }
    }
    if (!this.keep) return;
    this.value = {
      kind: "typed",
      type: valueTypes.get("token") as ValueType,
      isArray: false,
      data: this.bareWord,
      ...(this.bareWord === "" ? {} : { range: { start: this.valueStart, end: this.valueEnd } }),
    };
    this.keepValue();
  }

  private refuseValue(what: string): void {
    this.report("USDA_FIELD_VALUE", `${this.fieldName()} cannot hold ${what}.`, this.valueStart, this.valueEnd);
  }

  private checkPositive(start: number, end: number): void {
    const text = decodeUtf8(this.bytes, start, end);
    if (!(Number(text) > 0) && text !== "inf" && text !== '"inf"') {
      this.report("USDA_FIELD_VALUE", `${this.fieldName()} must be above 0.`, start, end);
    }
  }
}
