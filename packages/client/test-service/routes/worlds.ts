/** Worlds: spec 4.2. */
import { defaultWorldName, limits } from "@usdkit/contract";
import { forbidden, notFound } from "../http/problems.ts";
import { jsonReply } from "../http/reply.ts";
import type { WorldStore } from "../state/world-store.ts";
import type { Behaviours } from "./behaviour.ts";

export function worldBehaviours(
  worlds: WorldStore,
): Behaviours<"reconstructWorld" | "generateWorld" | "getWorld" | "listWorlds"> {
  const idField = ["worldId"];
  return {
    reconstructWorld: {
      idField,
      answer: ({ body }, { user }) => {
        const { worldId } = worlds.add({ user, name: body.name ?? defaultWorldName(body), scene: body.scene });
        return jsonReply(200, { worldId });
      },
    },
    generateWorld: {
      idField,
      answer: ({ body }, { user }) => {
        const { worldId } = worlds.add({ user, name: body.name ?? defaultWorldName(body), cover: body.cover });
        return jsonReply(200, { worldId });
      },
    },
    getWorld: {
      idField,
      answer: ({ path: { worldId } }, { user }) => {
        const world = worlds.get(worldId);
        if (world === undefined) return notFound("there is no such world");
        return world.user === user ? jsonReply(200, worlds.detail(world)) : forbidden();
      },
    },
    listWorlds: {
      idField: ["result"],
      answer: ({ body: { pageNum = 0, pageSize = limits.pageSizeDefault, statusList } }, { user }) => {
        const rows = worlds.of(user, statusList);
        const result = rows.slice(pageNum * pageSize, (pageNum + 1) * pageSize).map((world) => worlds.row(world));
        return jsonReply(200, {
          pageNum,
          pageSize,
          count: result.length,
          totalCount: rows.length,
          hasMore: (pageNum + 1) * pageSize < rows.length,
          result,
        });
      },
    },
  };
}
