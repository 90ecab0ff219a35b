/** What the service looks at of `usdContent`. Only as much of USDA as a test of a client needs: no parser. */

/** @returns `undefined` when it is no Base64 of the standard alphabet with padding, or no UTF-8. */
export function decodeScene(usdContent: string): string | undefined {
  if (usdContent.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(usdContent)) return undefined;
  const bytes = Buffer.from(usdContent, "base64");
  if (bytes.toString("base64") !== usdContent) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function isScene(text: string): boolean {
  return text.startsWith("#usda 1.0");
}

/** Width and height of the first resolution that the text has. */
export function resolutionOf(text: string): readonly [number, number] | undefined {
  const match = /\bint2\s+resolution\s*=\s*\(\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}
