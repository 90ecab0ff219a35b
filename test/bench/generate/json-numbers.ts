/**
 * The numbers of generated text as JSON: one flat array of numbers for every value in brackets or
 * parentheses on one line, so `[(1, 2), (3, 4)]` becomes `[1,2,3,4]`. Names, strings and single numbers are left out.
 */
export function numbersAsJson(source: Uint8Array): Buffer {
  const out = Buffer.allocUnsafeSlow(source.length + 16);
  let length = 0;
  out[length++] = 0x5b;
  for (let at = 0; at < source.length; at++) {
    const byte = source[at];
    const before = source[at - 1];
    const opens = byte === 0x5b || byte === 0x28;
    // A value follows "= " or ": "; the type `float[]` and a metadata block's "(" do not.
    if (!opens || before !== 0x20 || (source[at - 2] !== 0x3d && source[at - 2] !== 0x3a)) continue;
    const start = length;
    if (length > 1) out[length++] = 0x2c;
    out[length++] = 0x5b;
    let numeric = true;
    for (; at < source.length && source[at] !== 0x0a; at++) {
      const inner = source[at] ?? 0;
      if ((inner >= 0x30 && inner <= 0x39) || inner === 0x2e || inner === 0x2d || inner === 0x2c) out[length++] = inner;
      else if (inner !== 0x20 && inner !== 0x28 && inner !== 0x29 && inner !== 0x5b && inner !== 0x5d) {
        numeric = false;
        break;
      }
    }
    if (out[length - 1] === 0x2c) length--;
    if (numeric) out[length++] = 0x5d;
    else length = start;
  }
  out[length++] = 0x5d;
  return out.subarray(0, length);
}
