/** Validates names. Letters are those of Unicode's XID_Start and XID_Continue, and `_`. */

const ASCII_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ASCII_VARIANT_NAME = /^\.?[A-Za-z0-9_|-]*$/;

// Built on demand: looking up Unicode's classes takes half a millisecond, and few names have such letters.
const identifier = (): RegExp => /^[\p{XID_Start}_]\p{XID_Continue}*$/u;
const variantName = (): RegExp => /^\.?[\p{XID_Continue}|-]*$/u;

/** A prim name, or one part of a property name. */
export function isIdentifier(text: string): boolean {
  return ASCII_IDENTIFIER.test(text) || identifier().test(text);
}

/** A property name: identifiers joined by `:`. */
export function isNamespacedIdentifier(text: string): boolean {
  return ASCII_IDENTIFIER.test(text) || text.split(":").every(isIdentifier);
}

/** A type name: identifiers joined by `::`. */
export function isCxxNamespacedIdentifier(text: string): boolean {
  return ASCII_IDENTIFIER.test(text) || text.split("::").every(isIdentifier);
}

/** A variant's or a variant set's name: one leading `.` allowed, then letters, digits, `_`, `|` and `-`. May be empty. */
export function isVariantName(text: string): boolean {
  return ASCII_VARIANT_NAME.test(text) || variantName().test(text);
}
