/** JPEG frames of a wanted size: eight pixels square, of one grey, with the frame's number in a comment. ITU T.81. */

/** The least that a frame of this form takes. */
export const MIN_FRAME = 400;

const COMMENT = /^frame (\d+) of (\S+)\n/;

/** @param size Bytes, at least {@link MIN_FRAME}: what is above that is comments. */
export function makeFrame(number: number, sessionId: string, size: number): Buffer {
  const start = Buffer.from([0xff, 0xd8]);
  const note = segment(0xfe, Buffer.from(`frame ${number} of ${sessionId}\n`));
  const picture = makePicture(number % 256);
  const padding: Buffer[] = [];
  // A comment holds up to 65,533 bytes, and costs four.
  let left = Math.max(size, MIN_FRAME) - start.length - note.length - picture.length;
  while (left >= 4) {
    const most = Math.min(left - 4, 65_000);
    // No rest that is too short for a comment of its own.
    const rest = left - most - 4;
    const length = rest > 0 && rest < 4 ? most - 4 : most;
    padding.push(segment(0xfe, Buffer.alloc(length, "x")));
    left -= length + 4;
  }
  return Buffer.concat([start, note, ...padding, picture]);
}

/** Which frame of which session it is; `undefined` where the bytes are none of ours. */
export function readFrame(bytes: Uint8Array): { readonly number: number; readonly sessionId: string } | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200));
  if (head.readUInt32BE(0) !== 0xff_d8_ff_fe || bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return undefined;
  const match = COMMENT.exec(head.toString("latin1", 6));
  return match === null ? undefined : { number: Number(match[1]), sessionId: match[2] ?? "" };
}

/** Everything behind the comments: tables, one block, end of image. */
function makePicture(grey: number): Buffer {
  const quantisation = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 8)]));
  // 8 bits, 8 × 8 pixels, one component.
  const frame = segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0]));
  // Of the DC values: the twelve lengths of differences, each with a code of four bits that is the length itself.
  const dc = segment(0xc4, Buffer.from([0x00, 0, 0, 0, 12, ...zeros(12), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
  // Of the AC values: only "end of block", whose code is one 0.
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
    // Within the data of a scan a 0xFF is followed by 0.
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
