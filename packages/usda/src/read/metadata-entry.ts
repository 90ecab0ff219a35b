/** One metadata entry while it is read. */
import type { FieldDefinition } from "@usdkit/layer";
import type { NameTable } from "../scan/name-table.ts";
import type { FieldShape } from "./metadata-forms.ts";

export class MetadataEntry {
  start = 0;
  keyStart = 0;
  keyEnd = 0;
  /** Id of the key; 0 for a string without a key, the `comment` field. */
  name = 0;
  /** Index into `LIST_OP_NAMES`: 0 without a list operation. */
  operation = 0;
  /** The field, if the key is one of this kind of spec. */
  field: FieldDefinition | undefined;
  /** The form of the field's type. */
  shape: FieldShape | undefined;
  isDictionary = false;

  fieldName(names: NameTable): string {
    return this.field?.name ?? names.text(this.name);
  }
}
