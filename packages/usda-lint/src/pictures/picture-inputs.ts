/** What a picture was drawn from: while all of it is the same, the picture is. */
import type { LocateAsset } from "@usdkit/command/files/asset-files";
import type { SharedFiles, Trace } from "../composed/shared-files.ts";

/** Files are absolute paths. */
export interface PictureInputs {
  /** Files with the hash of their bytes; null if there was none. */
  readonly read: readonly (readonly [file: string, hash: string | null])[];
  /** Whether there were other files. */
  readonly looked: readonly (readonly [file: string, exists: boolean])[];
  /** By mesh id: the file, and the hash of its bytes; null if there was none. */
  readonly meshes: readonly (readonly [meshId: string, file: string | null, hash: string | null])[];
}

/** Bytes of meshes by id; undefined for those without a file. */
export type FoundMeshes = ReadonlyMap<string, { readonly file: string; readonly bytes: Uint8Array } | undefined>;

/** Returns what was read. */
export function inputsOf({ read, looked }: Trace, meshes: FoundMeshes): PictureInputs {
  return {
    read: Array.from(read, ([file, bytes]) => [file, hashOf(bytes)] as const),
    looked: [...looked],
    meshes: Array.from(meshes, ([meshId, found]) => [meshId, found?.file ?? null, hashOf(found?.bytes)] as const),
  };
}

/** Returns whether everything is as it was. */
export function areCurrent(inputs: PictureInputs, files: SharedFiles, locate: LocateAsset): boolean {
  return (
    inputs.read.every(([file, hash]) => hashOf(files.read(file)) === hash) &&
    inputs.looked.every(([file, exists]) => files.exists(file) === exists) &&
    inputs.meshes.every(([meshId, file, hash]) => {
      const found = locate(meshId);
      return (found ?? null) === file && hashOf(found === undefined ? undefined : files.read(found)) === hash;
    })
  );
}

/** Returns the SHA-256 of bytes; null for none. */
export function hashOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : process.getBuiltinModule("node:crypto").hash("sha256", bytes);
}
