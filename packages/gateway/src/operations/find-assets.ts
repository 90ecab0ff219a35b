import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import type { ScenePlan } from "@usdkit/service-scene";
import type { FileStore } from "../files/file-store.ts";
import type { Storage } from "../storage/storage.ts";
import type { AssetPath } from "../workers/protocol.ts";

/** A mesh id in a scene, and the first prim that refers to it. */
export interface NamedMesh {
  readonly meshId: string;
  readonly primPath: string;
}

/** The files of a mesh id. */
export const namedMeshSchema: z.ZodType<NamedMesh> = z.object({ meshId: z.string(), primPath: z.string() });

/** Returns each mesh id of a scene once. */
export function meshesOf(plan: ScenePlan): readonly NamedMesh[] {
  const first = new Map<string, NamedMesh>();
  for (const { meshId, path } of plan.items) if (!first.has(meshId)) first.set(meshId, { meshId, primPath: path });
  return [...first.values()];
}

/** Thrown if the user has no mesh of that id (spec 2.8 rule 8). */
export class MissingAsset extends Error {
  override readonly name: string = "MissingAsset";
}

/** Meshes looked up in a turn of the event loop: SQLite answers synchronously. */
const MESHES_PER_TURN = 500;

/** @throws {MissingAsset} for the first missing mesh, unless missing ones are skipped. */
export async function findAssets(
  user: string,
  meshes: readonly NamedMesh[],
  { storage, files }: { readonly storage: Storage; readonly files: FileStore },
  missing: "fail" | "skip",
): Promise<readonly AssetPath[]> {
  const found: AssetPath[] = [];
  for (const [i, { meshId, primPath }] of meshes.entries()) {
    if (i % MESHES_PER_TURN === MESHES_PER_TURN - 1) await nextTurn();
    const mesh = await storage.files.getMesh(user, meshId);
    if (mesh !== undefined) found.push({ meshId, path: await files.localPath(mesh.fileId) });
    else if (missing === "fail") {
      throw new MissingAsset(`unknown mesh id ${JSON.stringify(meshId)} in the payload of ${primPath}`);
    }
  }
  return found;
}
