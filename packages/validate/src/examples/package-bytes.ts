/** Packages for examples. */
import { writePackage } from "@usdkit/usdz";

/** Returns a package of texts. The first file is its root layer. */
export function packageOf(files: Readonly<Record<string, string>>): Uint8Array {
  const encoder = new TextEncoder();
  return writePackage(Object.entries(files).map(([path, text]) => ({ path, data: encoder.encode(text) })));
}

/** Returns a package of one file that does not begin at a multiple of 64 bytes. */
export function unalignedPackage(path: string, text: string): Uint8Array {
  const encoder = new TextEncoder();
  const name = encoder.encode(path);
  const data = encoder.encode(text);
  const header = (signature: number, size: number): DataView => {
    const view = new DataView(new ArrayBuffer(size));
    view.setUint32(0, signature, true);
    return view;
  };
  const local = header(0x04034b50, 30);
  const central = header(0x02014b50, 46);
  const crc = crc32(data);
  for (const [view, at] of [
    [local, 14],
    [central, 16],
  ] as const) {
    view.setUint32(at, crc, true);
    view.setUint32(at + 4, data.length, true);
    view.setUint32(at + 8, data.length, true);
    view.setUint16(at + 12, name.length, true);
  }
  const end = header(0x06054b50, 22);
  end.setUint16(8, 1, true);
  end.setUint16(10, 1, true);
  end.setUint32(12, 46 + name.length, true);
  end.setUint32(16, 30 + name.length + data.length, true);
  const parts = [local, name, data, central, name, end].map((part) =>
    part instanceof DataView ? new Uint8Array(part.buffer) : part,
  );
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function crc32(data: Uint8Array): number {
  let crc = -1;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}
