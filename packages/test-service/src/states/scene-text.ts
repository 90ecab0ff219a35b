/** Reads `usdContent`, spec 2.8: as much of USDA as a client's test needs, without a parser. */

/** Spec 8: maximum image width or height, in pixels. */
const MAX_SIDE = 4500;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the text of Base64 of UTF-8 that starts with `#usda 1.0`; undefined for anything else. */
export function readScene(usdContent: string): string | undefined {
  if (usdContent.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(usdContent)) return undefined;
  try {
    const text = utf8.decode(Buffer.from(usdContent, "base64"));
    return text.startsWith("#usda 1.0") ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the first resolution of a scene if it is within the limits (spec 2.8, rule 3). */
export function resolutionOf(text: string): readonly [number, number] | undefined {
  const match = /\bint2\s+resolution\s*=\s*\(\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)/.exec(text);
  if (match === null) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  return [width, height].every((side) => side >= 1 && side <= MAX_SIDE) ? [width, height] : undefined;
}
