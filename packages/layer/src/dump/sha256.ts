/** SHA-256 (FIPS 180-4), incremental: the platform's own if available, otherwise plain TypeScript. */

/** A running SHA-256. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** Returns the digest in lower-case hexadecimal and ends the hash. */
  hex(): string;
}

/**
 * Starts a SHA-256. Under Node it is `node:crypto`'s, found at run time so that a bundle for browsers has no such
 * import; elsewhere it is {@link createPureSha256}. (`crypto.subtle` is asynchronous and not incremental.)
 *
 * @example
 * ```ts
 * const hash = createSha256();
 * hash.update(new TextEncoder().encode("abc"));
 * hash.hex(); // "ba7816bf…"
 * ```
 */
export function createSha256(): Sha256 {
  const builtin = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:crypto");
  if (builtin === undefined) return createPureSha256();
  const hash = builtin.createHash("sha256");
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest("hex"),
  };
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants: Int32Array = /* @__PURE__ */ fractions(64, Math.cbrt);
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const initialState: Int32Array = /* @__PURE__ */ fractions(8, Math.sqrt);

function fractions(count: number, root: (prime: number) => number): Int32Array {
  const result = new Int32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) prime &&= candidate % divisor !== 0;
    if (prime) result[found++] = ((root(candidate) % 1) * 2 ** 32) | 0;
  }
  return result;
}

/** Computes SHA-256 in plain TypeScript, about 200 MB/s. */
export function createPureSha256(): Sha256 {
  const state = initialState.slice();
  const schedule = new Int32Array(64);
  const block = new Uint8Array(64);
  let filled = 0;
  let total = 0;

  function update(bytes: Uint8Array): void {
    total += bytes.length;
    let from = 0;
    if (filled > 0) {
      from = Math.min(64 - filled, bytes.length);
      block.set(bytes.subarray(0, from), filled);
      filled += from;
      if (filled < 64) return;
      compress(state, schedule, block, 0);
      filled = 0;
    }
    for (; from + 64 <= bytes.length; from += 64) compress(state, schedule, bytes, from);
    block.set(bytes.subarray(from));
    filled = bytes.length - from;
  }

  function hex(): string {
    const bits = total * 8;
    const padding = new Uint8Array((filled < 56 ? 64 : 128) - filled);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits % 2 ** 32);
    update(padding);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  return { update, hex };
}

function compress(state: Int32Array, schedule: Int32Array, bytes: Uint8Array, offset: number): void {
  const w = schedule;
  for (let i = 0, at = offset; i < 16; i++, at += 4) {
    w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
  state[5] = (state[5] + f) | 0;
  state[6] = (state[6] + g) | 0;
  state[7] = (state[7] + h) | 0;
}
