/** KSPLAT, the splats of GaussianSplats3D. Unsupported, but recognized, so that the error names a converter. */

const HEADER = 4096;
const SECTION_HEADER = 1024;

export const KSPLAT_MESSAGE =
  "the file is KSPLAT, the splats of GaussianSplats3D (.ksplat), which is not supported. Convert it to SPZ: npx @playcanvas/splat-transform in.ksplat out.spz";

/** Returns whether the header has version 0.1 or later of major version 0, and counts that the file has room for. */
export function isKsplat(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < HEADER || view.getUint8(0) !== 0 || view.getUint8(1) < 1) return false;
  const [maxSections, sections] = [view.getUint32(4, true), view.getUint32(8, true)];
  const [maxSplats, splats] = [view.getUint32(12, true), view.getUint32(16, true)];
  if (sections < 1 || sections > maxSections || splats > maxSplats) return false;
  return view.getUint16(20, true) <= 2 && HEADER + SECTION_HEADER * maxSections <= view.byteLength;
}
