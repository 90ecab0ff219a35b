/** What metadata entries say, kept while views read. */
import type { FieldValue, ListOpName, FieldDefinition } from "@usdkit/layer";
import type { FieldShape } from "./metadata-forms.ts";
import { LIST_OP_NAMES } from "./metadata-forms.ts";
import { SampleActions } from "./sample-actions.ts";

/** What one entry authors: a field, an operation, and the value. Undefined value: the statement has no effect. */
export interface FoundEntry {
  readonly field: string;
  readonly operation: ListOpName;
  readonly value: FieldValue | undefined;
}

export abstract class MetadataResults extends SampleActions {
  // The entry being read.
  protected entryOperation = 0;
  protected entryName = 0;
  protected entryField: FieldDefinition | undefined;
  /** The entry that was read last, while views read. */
  protected foundEntry: FoundEntry | undefined;

  metadataPaths(): void {
    if (!this.keep) return;
    const operation = LIST_OP_NAMES[this.entryOperation];
    const listOp = { [operation]: this.foundPaths };
    this.foundEntry = { field: this.fieldName(), operation, value: { kind: "pathListOp", listOp } };
  }

  override arcsEnd(): void {
    super.arcsEnd();
    if (!this.keep) return;
    const operation = LIST_OP_NAMES[this.entryOperation];
    const listOp = { [operation]: this.foundArcs };
    this.foundEntry = { field: this.fieldName(), operation, value: { kind: "referenceListOp", listOp } };
  }

  override subLayersEnd(): void {
    super.subLayersEnd();
    if (!this.keep || this.foundSubLayers.length === 0) return;
    this.foundEntry = {
      field: "subLayers",
      operation: "explicit",
      value: { kind: "subLayers", items: this.foundSubLayers },
    };
  }

  override stringMapEnd(): void {
    super.stringMapEnd();
    if (!this.keep) return;
    this.foundEntry = {
      field: this.fieldName(),
      operation: "explicit",
      value: { kind: "stringMap", entries: this.foundStringMap },
    };
  }

  override relocatesEnd(): void {
    super.relocatesEnd();
    if (!this.keep) return;
    this.foundEntry = {
      field: this.fieldName(),
      operation: "explicit",
      value: { kind: "relocates", pairs: this.foundRelocates },
    };
  }

  /** `variantSets = "a"`. */
  metadataNames(): void {
    this.checkVariantSetNames();
    if (!this.keep) return;
    const operation = LIST_OP_NAMES[this.entryOperation];
    this.foundEntry = {
      field: "variantSetNames",
      operation,
      value: { kind: "valueListOp", itemType: "string", listOp: { [operation]: this.foundNames } },
    };
  }

  protected fieldName(): string {
    return this.entryField?.name ?? this.names.text(this.entryName);
  }

  protected keepValue(): void {
    if (this.keep && this.value !== undefined) {
      this.foundEntry = { field: this.fieldName(), operation: "explicit", value: this.value };
    }
  }

  protected keepListOp(items: readonly (string | number | bigint)[], shape: FieldShape): void {
    // The reference drops a statement with items twice in it, without a word.
    if (new Set(items).size !== items.length) return;
    const operation = LIST_OP_NAMES[this.entryOperation];
    this.foundEntry = {
      field: this.fieldName(),
      operation,
      value: { kind: "valueListOp", itemType: shape.type?.name ?? "token", listOp: { [operation]: items } },
    };
  }

  protected keepUnregistered(): void {
    if (!this.keep) return;
    const operation = LIST_OP_NAMES[this.entryOperation];
    const range = { start: this.valueStart, end: this.valueEnd };
    const text = this.valueIsNone ? "None" : this.value?.kind === "unregistered" ? this.value.text : "";
    const value: FieldValue =
      this.entryOperation === 0
        ? { kind: "unregistered", text, range }
        : {
            kind: "unregisteredListOp",
            listOp: { [operation]: this.valueIsNone ? [] : [text.replace(/^\[/, "").replace(/\]$/, "")] },
          };
    this.foundEntry = { field: this.fieldName(), operation, value };
  }
}
