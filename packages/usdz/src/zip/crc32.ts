/** The checksum of ZIP: CRC-32, polynomial 0xEDB88320. */

function makeTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    let value = i;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
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
