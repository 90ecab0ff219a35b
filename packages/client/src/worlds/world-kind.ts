import { getWorld, type WorldDetail } from "@usdkit/contract";
import type { OperationHandle } from "../operations/operation-handle.ts";
import type { OperationKind } from "../operations/operation-kind.ts";
import { readStatus } from "../operations/read-operation.ts";
import { resolveUrls } from "../transport/absolute-url.ts";

/** A world that is being created; its result contains the URLs of its files. */
export type WorldHandle = OperationHandle<WorldDetail, WorldDetail, "world">;

/** The kind of worlds. */
export const worldKind: OperationKind<WorldDetail, WorldDetail, "world"> = {
  kind: "world",
  noun: "world",
  endpoint: getWorld.id,
  interval: 2000,
  timeout: Infinity,
  poll: async (transport, id, options) => {
    const known = { worldId: id };
    const world = await transport.call(getWorld, { path: known }, { ...options, known });
    resolveUrls(transport.settings.baseUrl, world.assets?.splats?.urls, ["plyPath", "spzPath", "lodMetaPath"]);
    return world;
  },
  read: (world, conventions) => {
    const { plyPath, spzPath } = world.assets?.splats?.urls ?? {};
    return readStatus(world, plyPath || spzPath, conventions);
  },
  statusOf: ({ status }) => status,
};
