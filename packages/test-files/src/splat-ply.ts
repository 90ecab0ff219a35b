/** Writes splats as PLY in any of its formats, with properties in any order. */
import { restCount, type TrainedCloud } from "./trained-cloud.ts";

export interface PlyStyle {
  readonly format?: "ascii" | "binary_little_endian" | "binary_big_endian";
  readonly lineEnd?: "\n" | "\r\n" | "\r";
  /** Names in the order of the file; others are written as 7. By default as training writes them. */
  readonly order?: readonly string[];
  /** Type of a property that is not a float. */
  readonly types?: Readonly<Record<string, string>>;
  /** Lines of the header after `format`. */
  readonly comments?: readonly string[];
  /** A list of three bytes in each row, before the property of this name. */
  readonly listBefore?: string;
  /** Another element with a list, before and after the splats. */
  readonly elements?: boolean;
}

/** The names that training writes, in its order. */
export function splatPropertyNames(degree: number): string[] {
  const rest = Array.from({ length: 3 * restCount(degree) }, (_, i) => `f_rest_${i}`);
  const before = "x y z nx ny nz f_dc_0 f_dc_1 f_dc_2".split(" ");
  return [...before, ...rest, ..."opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3".split(" ")];
}

export function splatPly(cloud: TrainedCloud, style: PlyStyle = {}): Uint8Array {
  const { format = "binary_little_endian", lineEnd = "\n", types = {}, comments = [], listBefore, elements } = style;
  const order = style.order ?? splatPropertyNames(cloud.degree);
  const typeOf = (name: string): string => types[name] ?? "float";
  const other = (name: string): string[] => [`element ${name} 2`, "property list uchar int sizes", "property short n"];
  const header = [
    "ply",
    `format ${format} 1.0`,
    ...comments,
    ...(elements === true ? other("camera") : []),
    `element vertex ${cloud.count}`,
    ...order.flatMap((name) => [
      ...(name === listBefore ? ["property list uchar uchar tags"] : []),
      `property ${typeOf(name)} ${name}`,
    ]),
    ...(elements === true ? other("extra") : []),
    "end_header",
    "",
  ].join(lineEnd);

  const writer = new NumberWriter(format, lineEnd);
  const writeOther = (): void => {
    for (const sizes of [[5, 6, 7], []]) {
      writer.put("uchar", sizes.length);
      for (const size of sizes) writer.put("int", size);
      writer.put("short", -3);
      writer.endRow();
    }
  };
  if (elements === true) writeOther();
  for (let i = 0; i < cloud.count; i++) {
    for (const name of order) {
      if (name === listBefore) {
        writer.put("uchar", i % 4);
        for (let k = 0; k < i % 4; k++) writer.put("uchar", k);
      }
      writer.put(typeOf(name), valueOf(cloud, i, name));
    }
    writer.endRow();
  }
  if (elements === true) writeOther();
  return join([new TextEncoder().encode(header), writer.bytes()]);
}

function valueOf(cloud: TrainedCloud, i: number, name: string): number {
  const axis = ["x", "y", "z"].indexOf(name);
  if (axis >= 0) return cloud.positions[3 * i + axis];
  const [, kind, digits] = /^(.*)_(\d+)$/.exec(name) ?? [];
  const n = Number(digits);
  if (name === "opacity") return cloud.opacities[i];
  if (kind === "f_dc") return cloud.colors[3 * i + n];
  if (kind === "scale") return cloud.scales[3 * i + n];
  if (kind === "rot") return cloud.rotations[4 * i + n];
  if (kind === "f_rest") {
    const channel = restCount(cloud.degree);
    return cloud.rest[3 * channel * i + 3 * (n % channel) + Math.floor(n / channel)];
  }
  return 7;
}

const sizes: Readonly<Record<string, number>> = { uchar: 1, short: 2, ushort: 2, int: 4, float: 4, double: 8 };

class NumberWriter {
  readonly #isText: boolean;
  readonly #littleEndian: boolean;
  readonly #lineEnd: string;
  #row: string[] = [];
  #text = "";
  #view = new DataView(new ArrayBuffer(1024));
  #length = 0;

  constructor(format: string, lineEnd: string) {
    this.#isText = format === "ascii";
    this.#littleEndian = format === "binary_little_endian";
    this.#lineEnd = lineEnd;
  }

  put(type: string, value: number): void {
    if (this.#isText) {
      this.#row.push(
        Number.isNaN(value) ? "nan" : Math.abs(value) === Infinity ? `${value < 0 ? "-" : ""}inf` : `${value}`,
      );
      return;
    }
    if (this.#length + 8 > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.#view.byteLength);
      larger.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(larger.buffer);
    }
    const at = this.#length;
    this.#length += sizes[type] ?? 0;
    if (type === "uchar") this.#view.setUint8(at, value);
    else if (type === "short") this.#view.setInt16(at, value, this.#littleEndian);
    else if (type === "ushort") this.#view.setUint16(at, value, this.#littleEndian);
    else if (type === "int") this.#view.setInt32(at, value, this.#littleEndian);
    else if (type === "float") this.#view.setFloat32(at, value, this.#littleEndian);
    else if (type === "double") this.#view.setFloat64(at, value, this.#littleEndian);
    else throw new Error(`no writer for ${type}`);
  }

  endRow(): void {
    if (this.#isText) this.#text += this.#row.join(" ") + this.#lineEnd;
    this.#row = [];
  }

  bytes(): Uint8Array {
    return this.#isText ? new TextEncoder().encode(this.#text) : new Uint8Array(this.#view.buffer, 0, this.#length);
  }
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
