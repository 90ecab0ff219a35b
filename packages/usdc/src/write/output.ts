/** The file as it is written: parts with their place, passed on when they are full. */
import { ByteBuilder } from "../encode/byte-builder.ts";

/** A part of a file. */
export interface CratePart {
  /** Where it belongs in the file. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Parts are of about this size; a larger array is a separate part, without a copy. */
const PART_SIZE = 1 << 20;
const LARGE = 1 << 16;

/** Writes at the end of the file. */
export class Output {
  position: number;
  private pending: ByteBuilder = new ByteBuilder(PART_SIZE);
  private pendingOffset: number;
  private readonly full: CratePart[] = [];

  constructor(start: number) {
    this.position = start;
    this.pendingOffset = start;
  }

  /** Writes bytes; returns where they are. */
  write(bytes: Uint8Array): number {
    const at = this.position;
    if (bytes.length >= LARGE) {
      this.flush();
      this.full.push({ offset: at, bytes });
      this.pendingOffset = at + bytes.length;
    } else {
      this.pending.append(bytes);
      if (this.pending.length >= PART_SIZE) {
        this.position = at + bytes.length;
        this.flush();
        return at;
      }
    }
    this.position = at + bytes.length;
    return at;
  }

  /** Zero bytes up to a multiple of eight; returns the place. */
  align(): number {
    const padding = (8 - (this.position % 8)) % 8;
    if (padding > 0) this.write(new Uint8Array(padding));
    return this.position;
  }

  private flush(): void {
    if (this.pending.length === 0) return;
    this.full.push({ offset: this.pendingOffset, bytes: this.pending.finish().slice() });
    this.pendingOffset += this.pending.length;
    this.pending.clear();
  }

  /** Takes the parts that are complete; all of them when `isEnd`. */
  take(isEnd: boolean): CratePart[] {
    if (isEnd) this.flush();
    return this.full.splice(0);
  }
}
