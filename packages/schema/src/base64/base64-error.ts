/** Text that is no Base64, or bytes that are no UTF-8. */
export class Base64Error extends Error {
  override readonly name: string = "Base64Error";
  /** What is wrong: the text's letters, its padding, its last bits, or the UTF-8 in it; `too-long` does not fit a string. */
  readonly code: "alphabet" | "padding" | "bits" | "utf-8" | "too-long";
  /** Where: in UTF-16 units of the text; for `utf-8` in bytes of what was decoded, for `too-long` the length. */
  readonly offset: number;

  constructor(code: Base64Error["code"], offset: number, message: string) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}
