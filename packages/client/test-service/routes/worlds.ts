/** Worlds: spec 4.2. */
import { forbidden, invalid, notFound } from "../http/problems.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import { extensionOf } from "../state/files.ts";
import type { WorldStore } from "../state/world-store.ts";
import type { Caller, Route } from "./route.ts";

const IMAGES: ReadonlySet<string> = new Set(["jpg", "jpeg", "png", "webp"]);
const VIDEOS: ReadonlySet<string> = new Set(["mp4", "mov", "insv"]);

interface Resource {
  readonly url: string;
  readonly type: "image" | "video";
}

export function worldRoutes(worlds: WorldStore): Route[] {
  function create(request: ReceivedRequest, user: string): Reply {
    const world = worlds.add({
      user,
      name: text(request.field("name")) ?? "World",
      cover: text(request.field("cover")) ?? "",
      scene: text(request.field("scene")) ?? "indoor",
    });
    return jsonReply(200, { worldId: world.worldId });
  }

  function reconstruct(request: ReceivedRequest, { user }: Caller): Reply {
    const resources = resourcesOf(request);
    if (resources === undefined || resources.length === 0)
      return invalid("resources: entries of a known type are needed");
    const images = resources.filter(({ type }) => type === "image").length;
    if (images > 0 && images < 20) return invalid(`resources: ${images} images, at least 20 are needed`);
    return create(request, user);
  }

  function generate(request: ReceivedRequest, { user }: Caller): Reply {
    const resources = resourcesOf(request);
    if (resources === undefined) return invalid("resources: entries of a known type are needed");
    if (resources.filter(({ type }) => type === "image").length > 1) return invalid("resources: at most one image");
    if (resources.length === 0 && text(request.field("prompt")) === undefined) return invalid("prompt or image needed");
    return create(request, user);
  }

  function get(_: ReceivedRequest, { params, user }: Caller): Reply {
    const world = worlds.get(params["worldId"] ?? "");
    if (world === undefined) return notFound("project not exist");
    return world.user === user ? jsonReply(200, worlds.detail(world)) : forbidden();
  }

  function list(request: ReceivedRequest, { user }: Caller): Reply {
    const pageNum = request.field("pageNum") ?? 0;
    const pageSize = request.field("pageSize") ?? 20;
    const statuses = request.field("statusList");
    if (!isCount(pageNum) || !isCount(pageSize) || pageSize < 1 || pageSize > 100) return invalid("pageNum, pageSize");
    const rows = worlds.of(user, Array.isArray(statuses) ? statuses.map(String) : undefined);
    const result = rows.slice(pageNum * pageSize, (pageNum + 1) * pageSize).map((world) => worlds.row(world));
    return jsonReply(200, {
      pageNum,
      pageSize,
      count: result.length,
      totalCount: rows.length,
      hasMore: (pageNum + 1) * pageSize < rows.length,
      result,
    });
  }

  const common = { host: "gateway", access: "key" } as const;
  return [
    {
      ...common,
      id: "worlds.reconstruct",
      method: "POST",
      path: "/global/world/v1/reconstructions",
      idField: ["worldId"],
      answer: reconstruct,
    },
    {
      ...common,
      id: "worlds.generate",
      method: "POST",
      path: "/global/world/v1/generations",
      idField: ["worldId"],
      answer: generate,
    },
    {
      ...common,
      id: "worlds.get",
      method: "GET",
      path: "/global/world/v1/{worldId}",
      idField: ["worldId"],
      answer: get,
    },
    { ...common, id: "worlds.list", method: "POST", path: "/global/world/v1/list", idField: ["result"], answer: list },
  ];
}

/** @returns `undefined` where an entry is none, or its extension is not of its type. */
function resourcesOf(request: ReceivedRequest): Resource[] | undefined {
  const given = request.field("resources") ?? [];
  if (!Array.isArray(given)) return undefined;
  const resources: Resource[] = [];
  for (const entry of given as unknown[]) {
    const { url, type = "image" } = (entry ?? {}) as { url?: unknown; type?: unknown };
    if (typeof url !== "string" || (type !== "image" && type !== "video")) return undefined;
    if (!(type === "image" ? IMAGES : VIDEOS).has(extensionOf(url))) return undefined;
    resources.push({ url, type });
  }
  return resources;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
