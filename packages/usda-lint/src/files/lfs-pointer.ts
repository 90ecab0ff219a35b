/** Git LFS pointers: the text that git stores in place of a large file. https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */

/** Pointers are shorter than 1024 bytes. */
const MAX_BYTES = 1024;
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n(?:.*\n)*?oid sha256:(?<oid>[\da-f]{64})\r?\n/;

export const LFS_MESSAGE = "The file is a Git LFS pointer, not a layer: its content is not checked out";
export const LFS_HINT = 'Run "git lfs pull" to get the content.';

/** Returns the SHA-256 of the content that a pointer refers to; undefined for any other text. */
export function lfsObjectId(source: Uint8Array): string | undefined {
  if (source.length >= MAX_BYTES || source[0] !== 0x76) return undefined;
  return POINTER.exec(Buffer.from(source).toString("latin1"))?.groups?.["oid"];
}

/** Returns the path of an object in the local store of LFS, in the folder of a repository. */
export function lfsObjectPath(oid: string): string {
  return `lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
}
