/** Checks values of metadata entries against the field, and passes them to the sink. */
import type { FieldValue, ValueType } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";
import { stringType, displayUnits, valueTypes } from "@usdkit/layer";
import { escapeControls } from "../diagnostics/quote-text.ts";
import { isCxxNamespacedIdentifier, isVariantName } from "../scan/identifiers.ts";
import { decodeStringToken } from "../scan/strings.ts";
import type { ArcReader } from "./arcs.ts";
import type { ReadContext } from "./context.ts";
import type { FoundValue } from "./found-value.ts";
import type { MapReader } from "./maps.ts";
import type { MetadataEntry } from "./metadata-entry.ts";
import type { FieldShape } from "./metadata-forms.ts";
import { isVariantExpression, LIST_OP_NAMES, listItems } from "./metadata-forms.ts";
import type { NameListReader } from "./name-lists.ts";
import type { Token } from "./token.ts";
import type { DictionaryReader } from "./values/dictionaries.ts";
import { isReserved } from "./words.ts";

/** The readers of the forms that a value can have. */
interface Parts {
  readonly dictionaries: DictionaryReader;
  readonly nameLists: NameListReader;
  readonly arcs: ArcReader;
  readonly maps: MapReader;
  readonly found: FoundValue;
}

export class MetadataValueReader {
  private readonly context: ReadContext;
  private readonly entry: MetadataEntry;
  private readonly parts: Parts;
  private readonly found: FoundValue;
  private bareWord = "";

  constructor(context: ReadContext, entry: MetadataEntry, parts: Parts) {
    this.context = context;
    this.entry = entry;
    this.parts = parts;
    this.found = parts.found;
  }

  /** The value is `{ … }`. */
  markDictionary(): void {
    this.entry.isDictionary = true;
  }

  /** `None`, a value, a path or a dictionary. */
  value(): void {
    const { context, entry, found } = this;
    if (entry.isDictionary) {
      this.dictionary();
      return;
    }
    const { field, shape } = entry;
    if (field === undefined || shape === undefined) {
      this.unregistered();
      return;
    }
    if (found.isNone) {
      if (!shape.isListOp) this.rejectValue("`None`");
      else this.listOp([], shape);
      return;
    }
    if (found.isPath) {
      if (shape.isListOp || field.check === "positive") this.rejectValue("a path");
      else this.explicitValue();
      return;
    }
    if (shape.isDictionary || shape.type === undefined) {
      const message = `Expected a dictionary for ${field.name}: \`{ type name = value }\`.`;
      context.report("USDA_FIELD_VALUE", found, message);
      return;
    }
    if (field.check === "positive") this.checkPositive();
    if (!shape.isListOp) this.explicitValue();
    else if (found.value?.kind === "typed") this.listOp(listItems(found.value.data), shape);
  }

  /** The value after a list operation's keyword: None or a list. */
  listOperation(): void {
    const { context, entry, found } = this;
    const isList = context.bytes[found.start] === 91;
    if (!isList && !found.isNone) {
      context.report("USDA_LIST_OPERATION", found, "Expected a list or `None` after a list operation.");
      return;
    }
    if (isList && this.isEmptyList()) {
      context.report("USDA_LIST_OPERATION", found, "A list operation needs at least one item, or `None`.");
      return;
    }
    const { field, shape } = entry;
    if (field === undefined || shape === undefined) {
      this.unregistered();
      return;
    }
    if (!shape.isArray) {
      const head = { start: entry.start, end: entry.keyEnd };
      const message = `${field.name} is not a list: it does not accept a list operation.`;
      context.report("USDA_LIST_OPERATION", head, message);
      return;
    }
    if (found.isNone && !shape.isListOp) this.rejectValue("`None`");
    if (!shape.isListOp) this.explicitValue();
    else this.listOp(found.value?.kind === "typed" ? listItems(found.value.data) : [], shape);
  }

  private isEmptyList(): boolean {
    const { bytes } = this.context;
    for (let i = this.found.start + 1; i < this.found.end - 1; i++) {
      const byte = bytes[i];
      if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
    }
    return true;
  }

  dictionary(): void {
    const { entry } = this;
    const { field } = entry;
    if (field?.name === "variantSelection") {
      this.variantSelection();
      return;
    }
    if (field !== undefined && (entry.shape?.isListOp === true || field.check === "positive")) {
      this.rejectValue("a dictionary");
      return;
    }
    const { dictionary } = this.parts.dictionaries;
    if (this.context.builds && dictionary !== undefined) this.put(dictionary, 0);
  }

  /** `variants = { string set = "name" }`. */
  private variantSelection(): void {
    const { context } = this;
    this.checkVariantSelection();
    context.builds = context.sink.buildsValues;
    if (!context.builds) return;
    const entries = new Map<string, string>();
    for (const [set, value] of this.parts.dictionaries.dictionary?.entries ?? []) {
      if (value.kind === "typed" && typeof value.data === "string") entries.set(set, value.data);
    }
    this.put({ kind: "stringMap", entries }, 0);
  }

  private checkVariantSelection(): void {
    const { context, found } = this;
    for (const [set, value] of this.parts.dictionaries.dictionary?.entries ?? []) {
      const range = value.range ?? found;
      if (value.kind !== "typed" || value.type.name !== "string" || typeof value.data !== "string") {
        const message = `The selection of ${escapeControls(JSON.stringify(set))} must be a string.`;
        context.report("USDA_FIELD_VALUE", range, message);
      } else if (!isVariantName(value.data) && !isVariantExpression(value.data)) {
        context.report("USDA_NAME", range, `${context.quote(range)} is not a valid variant name.`);
      }
    }
  }

  /** `doc = "…"`, `kind = "…"`. */
  string(token: Token): void {
    const { context, entry, found } = this;
    context.sameLine(token, "the value");
    found.start = token.start;
    found.end = token.end;
    if (!context.builds) return;
    found.value = {
      kind: "typed",
      type: valueTypes.get(entry.field?.type ?? "string") ?? stringType,
      isArray: false,
      data: decodeStringToken(context.bytes, token.start, token.end),
      range: { start: token.start, end: token.end },
    };
    this.explicitValue();
  }

  wordBegin(): void {
    this.bareWord = "";
  }

  /** `permission = public`. */
  word(token: Token): void {
    const { context, found } = this;
    this.bareWord = context.names.text(token.name);
    found.start = token.start;
    found.end = token.end;
    if (
      token.hasArraySuffix ||
      isReserved(token.name) ||
      (token.hasColon && !isCxxNamespacedIdentifier(this.bareWord))
    ) {
      context.report("USDA_NAME", token, `${context.quote(token)} is unexpected here.`);
      return;
    }
    const field = this.entry.field?.name;
    if (field === "permission" && this.bareWord !== "public" && this.bareWord !== "private") {
      const message = `Expected public or private for permission, found ${context.quote(token)}.`;
      context.report("USDA_FIELD_VALUE", token, message);
    } else if (field === "displayUnit" && !displayUnits.has(this.bareWord)) {
      const known = [...displayUnits.keys()].join(", ");
      context.report("USDA_FIELD_VALUE", token, `Unknown unit ${context.quote(token)}; the units are ${known}.`);
    }
  }

  wordDone(): void {
    const { bareWord, context, entry, found } = this;
    const { field } = entry;
    if (field === undefined) return;
    if (bareWord === "") {
      found.start = found.end = context.lastEnd();
      if (field.name !== "symmetryFunction") {
        context.report("USDA_FIELD_VALUE", { start: entry.start, end: entry.keyEnd }, `${field.name} needs a value.`);
      }
    }
    if (!context.builds) return;
    found.value = {
      kind: "typed",
      type: valueTypes.get("token") as ValueType,
      isArray: false,
      data: bareWord,
      ...(bareWord === "" ? {} : { range: { start: found.start, end: found.end } }),
    };
    this.explicitValue();
  }

  paths(): void {
    if (!this.context.builds) return;
    const { operation } = this.entry;
    this.put({ kind: "pathListOp", listOp: { [LIST_OP_NAMES[operation]]: this.found.paths } }, operation);
  }

  references(): void {
    if (!this.context.builds) return;
    const { operation } = this.entry;
    const listOp = { [LIST_OP_NAMES[operation]]: this.parts.arcs.references };
    this.put({ kind: "referenceListOp", listOp }, operation);
  }

  subLayers(): void {
    const { subLayers } = this.parts.arcs;
    if (this.context.builds && subLayers.length > 0) this.put({ kind: "subLayers", items: subLayers }, 0);
  }

  stringMap(): void {
    if (this.context.builds) this.put({ kind: "stringMap", entries: this.parts.maps.strings }, 0);
  }

  relocates(): void {
    const { relocates: pairs, relocateRanges: ranges } = this.parts.maps;
    if (this.context.builds) this.put({ kind: "relocates", pairs, ranges }, 0);
  }

  /** `variantSets = "a"`. */
  names(): void {
    this.parts.nameLists.checkVariantSets();
    if (!this.context.builds) return;
    const { operation } = this.entry;
    const listOp = { [LIST_OP_NAMES[operation]]: this.found.names };
    this.put({ kind: "valueListOp", itemType: "string", listOp }, operation);
  }

  private explicitValue(): void {
    const { value } = this.found;
    if (this.context.builds && value !== undefined) this.put(value, 0);
  }

  private listOp(items: readonly (string | number | bigint)[], shape: FieldShape): void {
    if (!this.context.builds) return;
    // The reference silently drops a statement with duplicate items.
    if (new Set(items).size !== items.length) return;
    const { operation } = this.entry;
    const listOp = { [LIST_OP_NAMES[operation]]: items };
    this.put({ kind: "valueListOp", itemType: shape.type?.name ?? "token", listOp }, operation);
  }

  /** A field without a definition: its text is kept. */
  private unregistered(): void {
    const { context, found } = this;
    if (!context.builds) return;
    const { operation } = this.entry;
    const range = { start: found.start, end: found.end };
    const text = found.isNone ? "None" : found.value?.kind === "unregistered" ? found.value.text : "";
    const items = found.isNone ? [] : [text.replace(/^\[/, "").replace(/\]$/, "")];
    const value: FieldValue =
      operation === 0
        ? { kind: "unregistered", text, range }
        : { kind: "unregisteredListOp", listOp: { [LIST_OP_NAMES[operation]]: items } };
    this.put(value, operation);
  }

  private put(value: FieldValue, operation: number): void {
    const { context, entry } = this;
    context.sink.field({ field: entry.fieldName(context.names), operation: LIST_OP_NAMES[operation], value });
  }

  private rejectValue(what: string): void {
    const { context, entry, found } = this;
    context.report("USDA_FIELD_VALUE", found, `${entry.fieldName(context.names)} does not accept ${what}.`);
  }

  private checkPositive(): void {
    const { context, entry, found } = this;
    const text = decodeUtf8(context.bytes, found.start, found.end);
    if (!(Number(text) > 0) && text !== "inf" && text !== '"inf"') {
      context.report("USDA_FIELD_VALUE", found, `${entry.fieldName(context.names)} must be greater than 0.`);
    }
  }
}
