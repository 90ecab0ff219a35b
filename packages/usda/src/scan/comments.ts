/** Finds the comments of a text. */
import type { Comment } from "@usdkit/layer";
import { decodeUtf8 } from "@usdkit/base";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
const STAR = 42;
const SLASH = 47;
const LESS = 60;
const GREATER = 62;
const AT = 64;
const BACKSLASH = 92;

/**
 * Returns every comment in order, except the header line. Comment marks inside strings, asset paths and paths are
 * ignored.
 */
export function findComments(bytes: Uint8Array): Comment[] {
  const comments: Comment[] = [];
  const limit = bytes.length;
  let p = bytes[0] === HASH ? lineEnd(bytes, 0) : 0;
  // Stryker disable next-line all: finds none in such a text, which takes time.
  if (!mayHaveComment(bytes, p, limit)) return comments;
  while (p < limit) {
    const byte = bytes[p];
    let end = 0;
    if (byte === HASH || (byte === SLASH && bytes[p + 1] === SLASH)) {
      end = lineEnd(bytes, p);
      const textEnd = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
      comments.push({ range: { start: p, end: textEnd }, text: decodeUtf8(bytes, p, textEnd) });
    } else if (byte === SLASH && bytes[p + 1] === STAR) {
      end = blockEnd(bytes, p + 2);
      comments.push({ range: { start: p, end }, text: decodeUtf8(bytes, p, end) });
    } else end = quotedEnd(bytes, p);
    p = end === 0 ? p + 1 : end;
  }
  return comments;
}

/** Whether bytes look like a comment in a part of the text: finding all comments of a large text takes longer. */
export function mayHaveComment(bytes: Uint8Array, start: number, end: number): boolean {
  const part = bytes.subarray(start, end);
  // Stryker disable all: bytes that look like a comment and are none only cost the time to find the comments.
  if (part.includes(HASH)) return true;
  for (let at = part.indexOf(SLASH); at >= 0; at = part.indexOf(SLASH, at + 1)) {
    const next = bytes[start + at + 1];
    if (next === SLASH || next === STAR) return true;
  }
  // Stryker restore all
  return false;
}

/** Returns the end of the string, asset path, path or comment at `p`; 0 if none begins there. */
export function opaqueEnd(bytes: Uint8Array, p: number): number {
  const byte = bytes[p];
  if (byte === HASH || (byte === SLASH && bytes[p + 1] === SLASH)) return lineEnd(bytes, p);
  return byte === SLASH && bytes[p + 1] === STAR ? blockEnd(bytes, p + 2) : quotedEnd(bytes, p);
}

function quotedEnd(bytes: Uint8Array, p: number): number {
  const byte = bytes[p];
  if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) return stringEnd(bytes, p, byte);
  if (byte === AT) return assetEnd(bytes, p);
  return byte === LESS ? pathEnd(bytes, p) : 0;
}

function lineEnd(bytes: Uint8Array, p: number): number {
  const end = bytes.indexOf(LINE_FEED, p);
  return end < 0 ? bytes.length : end;
}

function blockEnd(bytes: Uint8Array, p: number): number {
  for (;;) {
    const star = bytes.indexOf(STAR, p);
    if (star < 0) return bytes.length;
    if (bytes[star + 1] === SLASH) return star + 2;
    p = star + 1;
  }
}

function stringEnd(bytes: Uint8Array, start: number, quote: number): number {
  const isTriple = bytes[start + 1] === quote && bytes[start + 2] === quote;
  let p = start + (isTriple ? 3 : 1);
  while (p < bytes.length) {
    const byte = bytes[p];
    if (byte === BACKSLASH && (bytes[p + 1] === BACKSLASH || bytes[p + 1] === quote)) p += 2;
    else if (byte === quote && !isTriple) return p + 1;
    else if (byte === quote && bytes[p + 1] === quote && bytes[p + 2] === quote) return p + 3;
    else if (!isTriple && (byte === LINE_FEED || byte === CARRIAGE_RETURN)) return p;
    else p++;
  }
  return p;
}

function assetEnd(bytes: Uint8Array, start: number): number {
  const isTriple = bytes[start + 1] === AT && bytes[start + 2] === AT;
  let p = start + (isTriple ? 3 : 1);
  while (p < bytes.length && bytes[p] !== LINE_FEED && bytes[p] !== CARRIAGE_RETURN) {
    if (bytes[p] === AT && !isTriple) return p + 1;
    if (isTriple && bytes[p] === BACKSLASH && bytes[p + 1] === AT && bytes[p + 2] === AT && bytes[p + 3] === AT) p += 4;
    else if (bytes[p] === AT && bytes[p + 1] === AT && bytes[p + 2] === AT) {
      p += 3;
      for (let more = 0; more < 2 && bytes[p] === AT; more++) p++;
      return p;
    } else p++;
  }
  return p;
}

function pathEnd(bytes: Uint8Array, start: number): number {
  let p = start + 1;
  while (p < bytes.length && bytes[p] !== LINE_FEED && bytes[p] !== CARRIAGE_RETURN) {
    if (bytes[p] === GREATER) return p + 1;
    p++;
  }
  return p;
}
