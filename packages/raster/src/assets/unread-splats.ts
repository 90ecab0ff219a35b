/** Files of splats that are not read: recognized by content, so that the error names the format and what converts it. */

/** By its usual file extension. `.splat` files have no header and cannot be recognized. */
export type UnreadSplats = "sog" | "ksplat" | "compressed.ply";

const names: Readonly<Record<UnreadSplats, string>> = {
  sog: "SOG, PlayCanvas's splats in WebP images (.sog)",
  ksplat: "KSPLAT, the splats of GaussianSplats3D (.ksplat)",
  "compressed.ply": "PlayCanvas's compressed PLY (.compressed.ply)",
};

const KSPLAT_HEADER = 4096;
const KSPLAT_SECTION_HEADER = 1024;
/** The end record of a ZIP archive without its comment, and the longest comment. */
const ZIP_END = 22;
const MAX_ZIP_COMMENT = 0xffff;
/** Entries looked at; a SOG file has fewer than ten. */
const MAX_ZIP_ENTRIES = 256;

/** Returns the message of an error: which format the file has, and the command that converts it. */
export function unreadSplatsMessage(format: UnreadSplats): string {
  const command = `npx @playcanvas/splat-transform in.${format} out.ply`;
  return `the file is ${names[format]}, which is not read. Convert it to PLY with floats: ${command}`;
}

/** Returns the format of a file of splats that is neither PLY nor SPZ; null if it is none that has a header. */
export function unreadSplatsFormat(bytes: Uint8Array): "sog" | "ksplat" | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isSog(bytes, view)) return "sog";
  return isKsplat(view) ? "ksplat" : null;
}

/** Whether it is a ZIP archive with an entry `meta.json`. */
function isSog(bytes: Uint8Array, view: DataView): boolean {
  if (bytes.length < ZIP_END || view.getUint32(0, true) !== 0x04034b50) return false;
  let end = bytes.length - ZIP_END;
  const first = Math.max(0, end - MAX_ZIP_COMMENT);
  while (end > first && view.getUint32(end, true) !== 0x06054b50) end--;
  if (view.getUint32(end, true) !== 0x06054b50) return false;
  const entries = Math.min(MAX_ZIP_ENTRIES, view.getUint16(end + 10, true));
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) return false;
    const nameLength = view.getUint16(at + 28, true);
    const name = String.fromCharCode(...bytes.subarray(at + 46, at + 46 + Math.min(nameLength, 16)));
    if (nameLength === 9 && name === "meta.json") return true;
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return false;
}

/** Whether the header has version 0.1 or later of major version 0, and counts that the file has room for. */
function isKsplat(view: DataView): boolean {
  if (view.byteLength < KSPLAT_HEADER || view.getUint8(0) !== 0 || view.getUint8(1) < 1) return false;
  const [maxSections, sections] = [view.getUint32(4, true), view.getUint32(8, true)];
  const [maxSplats, splats] = [view.getUint32(12, true), view.getUint32(16, true)];
  if (sections < 1 || sections > maxSections || splats > maxSplats) return false;
  return view.getUint16(20, true) <= 2 && KSPLAT_HEADER + KSPLAT_SECTION_HEADER * maxSections <= view.byteLength;
}
