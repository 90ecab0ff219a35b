/** JPEG frames of a given size: 8 × 8 pixels of one grey level, with the frame's number in a comment. ITU T.81. */

/** Minimum size of such a frame. */
export const MIN_FRAME = 400;

const COMMENT = /^frame (\d+) of (\S+)\n/;

/** @param size Bytes, at least {@link MIN_FRAME}; comments fill the rest. */
export function makeFrame(number: number, sessionId: string, size: number): Buffer {
  const start = Buffer.from([0xff, 0xd8]);
  const note = segment(0xfe, Buffer.from(`frame ${number} of ${sessionId}\n`));
  const picture = makePicture(number % 256);
  const padding: Buffer[] = [];
  // A comment holds up to 65,533 bytes, and costs four.
  let left = Math.max(size, MIN_FRAME) - start.length - note.length - picture.length;
  while (left >= 4) {
    const most = Math.min(left - 4, 65_000);
    // Avoid a remainder that is too short for its own comment.
    const rest = left - most - 4;
    const length = rest > 0 && rest < 4 ? most - 4 : most;
    padding.push(segment(0xfe, Buffer.alloc(length, "x")));
    left -= length + 4;
  }
  return Buffer.concat([start, note, ...padding, picture]);
}

/** Returns the session and number of a frame; `undefined` if the bytes are not one of these frames. */
export function readFrame(bytes: Uint8Array): { readonly number: number; readonly sessionId: string } | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200));
  if (head.readUInt32BE(0) !== 0xff_d8_ff_fe || bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return undefined;
  const match = COMMENT.exec(head.toString("latin1", 6));
  return match === null ? undefined : { number: Number(match[1]), sessionId: match[2] ?? "" };
}

/** Everything after the comments: tables, one block, end of image. */
function makePicture(grey: number): Buffer {
  const quantisation = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 8)]));
  // 8 bits, 8 × 8 pixels, one component.
  const frame = segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0]));
  // DC table: twelve lengths of differences, each with a four-bit code equal to the length.
  const dc = segment(0xc4, Buffer.from([0x00, 0, 0, 0, 12, ...zeros(12), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
  // AC table: only "end of block", whose code is one 0.
  const ac = segment(0xc4, Buffer.from([0x10, 1, ...zeros(15), 0]));
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  // A step of the DC value is 8 × 8 / 64 = 1 level of grey.
  const difference = grey - 128;
  const length = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
  const value = difference < 0 ? difference + (1 << length) - 1 : difference;
  const bits = (toBits(length, 4) + toBits(value, length) + "0").padEnd(16, "1");
  const data: number[] = [];
  for (const at of [0, 8]) {
    const byte = Number.parseInt(bits.slice(at, at + 8), 2);
    // Within scan data a 0xFF is followed by 0.
    data.push(...(byte === 0xff ? [0xff, 0] : [byte]));
  }
  return Buffer.concat([quantisation, frame, dc, ac, scan, Buffer.from([...data, 0xff, 0xd9])]);
}

function toBits(value: number, length: number): string {
  return length === 0 ? "" : value.toString(2).padStart(length, "0");
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
