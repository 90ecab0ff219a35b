import type { ByteRange, ValueType } from "@usdkit/layer";

/**
 * The head of a property statement: the meaning of the words before `=`. One instance, overwritten by each statement.
 */
export class PropertyHead {
  start = 0;
  listOperation = 0;
  isOrder = false;
  isRelationship = false;
  isCustom = false;
  isUniform = false;
  /** Id of the type's name; 0 for a relationship. */
  type = 0;
  readonly typeRange: { start: number; end: number } = { start: 0, end: 0 };
  /** The type of the values, if it is known and its array suffix is valid. */
  valueType: ValueType | undefined;
  isArray = false;
  name = 0;
  readonly nameRange: { start: number; end: number } = { start: 0, end: 0 };
  /** `reorder` statements: an `Ordered`. */
  ordered = 0;

  /** The range from the first word to the name. */
  get range(): ByteRange {
    return { start: this.start, end: this.nameRange.end };
  }
}
