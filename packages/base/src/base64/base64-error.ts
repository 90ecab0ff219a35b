/** Thrown for text that is not Base64, or bytes that are not UTF-8. */
export class Base64Error extends Error {
  override readonly name: string = "Base64Error";
  /** The fault: invalid characters, padding, last bits or UTF-8; `too-long` if the result does not fit a string. */
  readonly code: "alphabet" | "padding" | "bits" | "utf-8" | "too-long";
  /** Offset in UTF-16 units of the text; for `utf-8` in decoded bytes; for `too-long` the length. */
  readonly offset: number;

  constructor(code: Base64Error["code"], offset: number, message: string) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}
