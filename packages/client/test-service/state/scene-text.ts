/** What the service looks at of `usdContent`. Only as much of USDA as a test of a client needs: no parser. */

/** @returns `undefined` when its bytes are no UTF-8, or do not begin as a scene does. */
export function readScene(usdContent: string): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(usdContent, "base64"));
    return text.startsWith("#usda 1.0") ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Width and height of the first resolution that the text has. */
export function resolutionOf(text: string): readonly [number, number] | undefined {
  const match = /\bint2\s+resolution\s*=\s*\(\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}
