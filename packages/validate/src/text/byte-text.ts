/** Searches text in bytes without Node's `Buffer`, as the rules also run in browsers. */

/** Maximum bytes per call: the number of arguments is limited. */
const PIECE = 4096;

/** Returns one character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** Returns the length of `text` in UTF-8, in bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Node's native search, several times faster. */
type NativeIndexOf = (this: Uint8Array, text: string, from: number) => number;
const nativeIndexOf = (globalThis as { Buffer?: { prototype: { indexOf?: NativeIndexOf } } }).Buffer?.prototype.indexOf;

/** Returns the offset of the first occurrence of `text` (as UTF-8) at or after `from`; -1 if there is none. */
export function indexOfText(bytes: Uint8Array, text: string, from = 0): number {
  return nativeIndexOf === undefined ? searchText(bytes, text, from) : nativeIndexOf.call(bytes, text, from);
}

/** {@link indexOfText} without a native search. */
export function searchText(bytes: Uint8Array, text: string, from: number): number {
  const wanted = new TextEncoder().encode(text);
  if (wanted.length === 0) return from <= bytes.length ? from : -1;
  const last = bytes.length - wanted.length;
  for (let at = bytes.indexOf(wanted[0], from); at >= 0 && at <= last; at = bytes.indexOf(wanted[0], at + 1)) {
    let i = 1;
    while (i < wanted.length && bytes[at + i] === wanted[i]) i++;
    if (i === wanted.length) return at;
  }
  return -1;
}

/** Returns the offset of the last occurrence of `text` (as UTF-8); -1 if there is none. */
export function lastIndexOfText(bytes: Uint8Array, text: string): number {
  const wanted = new TextEncoder().encode(text);
  for (let at = bytes.length - wanted.length; at >= 0; at--) {
    let i = 0;
    while (i < wanted.length && bytes[at + i] === wanted[i]) i++;
    if (i === wanted.length) return at;
  }
  return -1;
}
