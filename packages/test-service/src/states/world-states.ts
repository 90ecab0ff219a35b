/** Worlds: spec 2.3 to 2.6, 3, 4.2. */
import type { Course, RunState } from "./course.ts";
import { errorReply } from "./errors.ts";
import { fieldOf, textOf, type ServiceReply, type ServiceRequest } from "./request.ts";
import type { Surroundings } from "./surroundings.ts";

/** Spec 8: minimum images of a reconstruction, maximum of a generation. */
const MIN_IMAGES = 20;
const MAX_IMAGES = 1;
/** Ours: the specification shows neither. */
const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

export interface World {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly cover: string;
  readonly scene: string;
  readonly createTime: number;
  updateTime: number;
  readonly course: Course;
  /** Set when it succeeds. */
  urls: { readonly plyPath: string; readonly spzPath: string; readonly lodMetaPath: string } | undefined;
}

export class WorldStates {
  readonly worlds: Map<string, World> = new Map();
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  reconstruct(request: ServiceRequest, user: string): ServiceReply {
    const resources = fieldOf(request.json, "resources");
    // Spec 2.3: resources are required; spec 4.2: with images, at least 20 of them.
    if (!Array.isArray(resources) || resources.length === 0) return errorReply("invalid", "resources are missing");
    const images = resources.filter(isImage).length;
    if (images > 0 && images < MIN_IMAGES) return errorReply("invalid", `${images} images, at least ${MIN_IMAGES}`);
    return this.#begin(request, user);
  }

  generate(request: ServiceRequest, user: string): ServiceReply {
    const resources = fieldOf(request.json, "resources");
    const images = Array.isArray(resources) ? resources.filter(isImage).length : 0;
    if (images > MAX_IMAGES) return errorReply("invalid", "at most one image");
    return this.#begin(request, user);
  }

  get(id: string, user: string): ServiceReply {
    const world = this.worlds.get(id);
    if (world === undefined) return errorReply("notFound", "unknown world");
    // Spec 5, rule 3: 403 for a world that the caller may not read.
    return world.user === user ? { status: 200, json: this.#detail(world) } : errorReply("forbidden", "another user's");
  }

  /** Spec 2.6: pages count from zero. The order is ours: the newest first. */
  list({ json }: ServiceRequest, user: string): ServiceReply {
    const pageNum = numberOf(json, "pageNum", 0);
    const pageSize = Math.min(numberOf(json, "pageSize", PAGE_SIZE), MAX_PAGE_SIZE);
    const statuses = fieldOf(json, "statusList");
    const all = [...this.worlds.values()]
      .filter((world) => world.user === user)
      .filter(({ course }) => !Array.isArray(statuses) || statuses.includes(statusOf(course.now)))
      .toReversed();
    const result = all
      .slice(pageNum * pageSize, (pageNum + 1) * pageSize)
      .map((world) => rowOf(world, world.course.now));
    const hasMore = (pageNum + 1) * pageSize < all.length;
    return {
      status: 200,
      json: { pageNum, pageSize, count: result.length, totalCount: all.length, hasMore, result },
    };
  }

  add(
    user: string,
    fields: { name?: string | undefined; cover?: string | undefined; scene?: string | undefined },
  ): World {
    const now = this.#around.now();
    const world: World = {
      id: this.#around.id("world"),
      user,
      // Ours: which of these are required is not shown.
      name: fields.name ?? "World",
      cover: fields.cover ?? "",
      scene: fields.scene ?? "indoor",
      createTime: now,
      updateTime: now,
      course: this.#around.course("worlds"),
      urls: undefined,
    };
    this.worlds.set(world.id, world);
    return world;
  }

  #begin(request: ServiceRequest, user: string): ServiceReply {
    const { json } = request;
    const [name, cover, scene] = ["name", "cover", "scene"].map((field) => textOf(json, field));
    const { id } = this.add(user, { name, cover, scene });
    this.#around.happened({ kind: "task-begun", area: "worlds", id, request });
    // Spec 2.4 and 4.2: 200 with worldId.
    return { status: 200, json: { worldId: id } };
  }

  #detail(world: World): object {
    const { id, course } = world;
    const now = course.poll();
    world.updateTime = this.#around.now();
    const row = rowOf(world, now);
    if (now.state === "running") return { ...row, assets: null };
    // Ours: spec 2.5 has no error.
    if (now.state === "failed") return { ...row, assets: null, error: course.failure };
    world.urls ??= {
      plyPath: this.#around.publish({ kind: "ply", name: `${id}.ply` }),
      spzPath: this.#around.publish({ kind: "spz", name: `${id}.spz` }),
      lodMetaPath: this.#around.publish({ kind: "lod", name: "lod-meta.json" }),
    };
    return { ...row, assets: { splats: { urls: world.urls }, semanticsMetadata: {} } };
  }
}

/** Spec 2.5: a row of the list has all fields but assets. */
function rowOf({ id, name, cover, scene, createTime, updateTime }: World, now: RunState): object {
  return { worldId: id, name, cover, scene, createTime, updateTime, status: statusOf(now), progress: now.progress };
}

/** Spec 3: RUNNING, SUCCEEDED, FAILED; the complete set is left open. */
function statusOf({ state, status }: RunState): string {
  return String(status ?? state.toUpperCase());
}

/** Spec 2.3: an entry without a type is an image. */
function isImage(entry: unknown): boolean {
  return (fieldOf(entry, "type") ?? "image") === "image";
}

function numberOf(json: unknown, name: string, otherwise: number): number {
  const value = fieldOf(json, name);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : otherwise;
}
