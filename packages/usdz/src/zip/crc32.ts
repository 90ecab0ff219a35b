/** The checksum of ZIP: CRC-32, polynomial 0xEDB88320. */

const POLYNOMIAL = 0xedb88320;

function makeTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    let value = i;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ POLYNOMIAL;
    table[i] = value >>> 0;
  }
  return table;
}

const table: Uint32Array = makeTable();

/** Returns the CRC-32 of some bytes. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (let i = 0; i < bytes.length; i++) value = table[(value ^ bytes[i]) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffff_ffff) >>> 0;
}

/** x⁰ and x⁸ of the polynomials modulo that of CRC-32, whose highest bit is the lowest power. */
const [ONE, BYTE] = [0x8000_0000, 0x0080_0000];

/** Returns the CRC-32 of bytes, of their first part and of the rest, which has a length. */
export function joinCrc32(first: number, rest: number, length: number): number {
  let shift = ONE;
  for (let [power, left] = [BYTE, length]; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return (multiply(shift, first) ^ rest) >>> 0;
}

/** The product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let [product, shifted] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}
