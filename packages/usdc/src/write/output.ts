/** The file during writing: parts with their positions, which are passed on when they are full. */
import { ByteBuilder } from "../encode/byte-builder.ts";

/** A part of a file. */
export interface CratePart {
  /** Position in the file. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Parts are of about this size; a larger array is a separate part, without a copy. */
const PART_SIZE = 1 << 18;
const LARGE = 1 << 16;
const ZEROS = new Uint8Array(7);

/** Writes at the end of the file. */
export class Output {
  position: number;
  private pending: ByteBuilder = new ByteBuilder(PART_SIZE + LARGE);
  private pendingOffset: number;
  private readonly full: CratePart[] = [];

  constructor(start: number) {
    this.position = start;
    this.pendingOffset = start;
  }

  /** Writes bytes; returns their position. */
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

  /** Writes the bytes of a builder; returns their position. */
  writeBuilt(builder: ByteBuilder): number {
    if (builder.length >= LARGE) return this.write(builder.finish());
    const at = this.position;
    this.pending.appendBuilt(builder);
    this.position = at + builder.length;
    if (this.pending.length >= PART_SIZE) this.flush();
    return at;
  }

  /** Zero bytes up to a multiple of eight; returns the place. */
  align(): number {
    this.write(ZEROS.subarray(0, (8 - (this.position % 8)) % 8));
    return this.position;
  }

  private flush(): void {
    const { pending } = this;
    if (pending.length === 0) return;
    const isFull = pending.length >= PART_SIZE;
    this.full.push({ offset: this.pendingOffset, bytes: isFull ? pending.finish() : pending.finish().slice() });
    this.pendingOffset += pending.length;
    if (isFull) this.pending = new ByteBuilder(PART_SIZE + LARGE);
    else pending.clear();
  }

  /** Whether parts are complete. */
  get hasParts(): boolean {
    return this.full.length > 0;
  }

  /** Takes the parts that are complete; all of them when `isEnd`. */
  take(isEnd: boolean): CratePart[] {
    if (isEnd) this.flush();
    return this.full.splice(0);
  }
}
