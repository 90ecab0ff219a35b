/** Large content that a crate has already. Most of it occurs once, so all of it is read only if a sample of it occurred before. */
import type { ValueRep } from "../values/value-rep.ts";
import type { ContentHash } from "./content-hash.ts";
import { areSame } from "./same-bytes.ts";

/** Content of this length is found by a sample first. */
export const SAMPLED_LENGTH: number = 1 << 14;
/** Bytes of a sample. */
const SAMPLE = 64;

interface Content {
  readonly key: number;
  readonly bytes: Uint8Array;
  readonly rep: ValueRep;
}

/** Representations by type and content. */
export class SampledContents {
  /** The only content with a sample; null if there are several, which are in `byContent`. */
  private readonly bySample: Map<number, Content | null> = new Map();
  private readonly byContent: Map<number, Content[]> = new Map();
  private readonly sample: Uint8Array = new Uint8Array(SAMPLE);
  private readonly hash: ContentHash;

  constructor(hash: ContentHash) {
    this.hash = hash;
  }

  /** The representation of content that was added before, or what `write` returns for it. The content must not change after. */
  addOnce(key: number, bytes: Uint8Array, write: () => ValueRep): ValueRep {
    const sample = this.sampleOf(key, bytes);
    const first = this.bySample.get(sample);
    if (first === undefined) {
      const rep = write();
      this.bySample.set(sample, { key, bytes, rep });
      return rep;
    }
    if (first !== null) {
      this.bySample.set(sample, null);
      this.listOf(first.key, first.bytes).push(first);
    }
    const list = this.listOf(key, bytes);
    const known = list.find((other) => {
      return other.key === key && other.bytes.length === bytes.length && areSame(other.bytes, bytes);
    });
    if (known !== undefined) return known.rep;
    const rep = write();
    list.push({ key, bytes, rep });
    return rep;
  }

  private listOf(key: number, bytes: Uint8Array): Content[] {
    const hash = this.hash(bytes, bytes.length, key);
    const list = this.byContent.get(hash) ?? [];
    this.byContent.set(hash, list);
    return list;
  }

  /** Returns the hash of bytes at equal distances, and of the length: equal content has equal ones. */
  private sampleOf(key: number, bytes: Uint8Array): number {
    const { sample } = this;
    const { length } = bytes;
    // An odd distance, so that not the same byte of each number is read.
    const step = Math.floor(length / SAMPLE) | 1;
    for (let i = 0, at = length - 1; i < SAMPLE; i++, at -= step) sample[i] = bytes[at];
    return this.hash(sample, SAMPLE, key) ^ length;
  }
}
