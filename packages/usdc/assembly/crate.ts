// Decompresses LZ4 blocks and decodes integers, as `src/bytes/lz4.ts` and `src/bytes/integer-coding.ts` do it in JavaScript.
// AssemblyScript; `npx -y pnpm@12 run kernels` compiles it to `src/bytes/crate.generated.ts`.
//
// Every read of the input and every write of the output is checked. What is damaged gives -1: JavaScript then reads it again
// to report what is wrong.

/**
 * Decompresses the block `[source, end)` to `[target, limit)`; returns how many bytes, or -1. The memory has 16 bytes more
 * after each of the two, which copies may read and write.
 */
export function decompressBlock(source: usize, end: usize, target: usize, limit: usize): i32 {
  let p = source;
  let out = target;
  while (p < end) {
    const token = <usize>load<u8>(p++);
    let literals = token >>> 4;
    if (literals == 15) {
      let more: usize = 255;
      while (more == 255) {
        if (p >= end) return -1;
        more = <usize>load<u8>(p++);
        literals += more;
      }
    }
    if (literals > end - p || literals > limit - out) return -1;
    if (literals <= 16) v128.store(out, v128.load(p));
    else memory.copy(out, p, literals);
    out += literals;
    p += literals;
    // The last sequence has literals alone.
    if (p == end) return <i32>(out - target);
    if (p + 2 > end) return -1;
    const distance = <usize>load<u16>(p);
    p += 2;
    if (distance == 0 || distance > out - target) return -1;
    let length = (token & 15) + 4;
    if (length == 19) {
      let more: usize = 255;
      while (more == 255) {
        if (p >= end) return -1;
        more = <usize>load<u8>(p++);
        length += more;
      }
    }
    if (length > limit - out) return -1;
    let from = out - distance;
    const stop = out + length;
    if (distance >= 16) {
      do {
        v128.store(out, v128.load(from));
        out += 16;
        from += 16;
      } while (out < stop);
    } else if (distance >= 8) {
      do {
        store<u64>(out, load<u64>(from));
        out += 8;
        from += 8;
      } while (out < stop);
    } else if (distance == 1) {
      memory.fill(out, load<u8>(from), length);
    } else {
      while (out < stop) store<u8>(out++, load<u8>(from++));
    }
    out = stop;
  }
  return <i32>(out - target);
}

/** Decodes `count` 32-bit integers from `[source, end)` to `target`; returns whether there were enough bytes. */
export function decodeIntegers32(source: usize, end: usize, count: i32, target: usize): bool {
  let codesAt = source + 4;
  let p = codesAt + (((count + 3) >>> 2) as usize);
  if (p > end) return false;
  const common = load<i32>(source);
  let value: i32 = 0;
  let codes: u32 = 0;
  for (let i = 0; i < count; i++) {
    if ((i & 3) == 0) codes = load<u8>(codesAt++);
    const code = codes & 3;
    codes >>= 2;
    if (code == 0) value += common;
    else {
      if (p >= end) return false;
      if (code == 1) {
        value += <i32>load<i8>(p);
        p += 1;
      } else if (code == 2) {
        value += <i32>load<i16>(p);
        p += 2;
      } else {
        value += load<i32>(p);
        p += 4;
      }
    }
    store<i32>(target, value);
    target += 4;
  }
  return p <= end;
}
