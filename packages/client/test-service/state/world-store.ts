/** Worlds, and how far each is. */
import type { Course, Standing } from "../script/outcome.ts";
import { newCourse, type Parts } from "./parts.ts";

export interface World {
  readonly worldId: string;
  readonly user: string;
  readonly name: string;
  readonly cover: string;
  readonly scene: string;
  readonly createTime: number;
  updateTime: number;
  readonly course: Course;
  /** Made when it succeeds. */
  urls: { readonly plyPath: string; readonly spzPath: string; readonly lodMetaPath: string } | undefined;
}

export class WorldStore {
  readonly #parts: Parts;
  readonly #worlds = new Map<string, World>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  add(facts: {
    user: string;
    name?: string | undefined;
    cover?: string | undefined;
    scene?: string | undefined;
  }): World {
    const now = this.#parts.clock.now();
    const world: World = {
      worldId: this.#parts.names.next("world"),
      user: facts.user,
      name: facts.name ?? "World",
      cover: facts.cover ?? "",
      scene: facts.scene ?? "indoor",
      createTime: now,
      updateTime: now,
      course: newCourse(this.#parts, "worlds"),
      urls: undefined,
    };
    this.#worlds.set(world.worldId, world);
    return world;
  }

  get(worldId: string): World | undefined {
    return this.#worlds.get(worldId);
  }

  /** The newest first. */
  of(user: string, statuses: readonly string[] | undefined): World[] {
    return [...this.#worlds.values()]
      .filter((world) => world.user === user && (statuses?.includes(statusOf(world.course.standing)) ?? true))
      .reverse();
  }

  /** A row of the list. */
  row(world: World, standing: Standing = world.course.standing): object {
    const { worldId, name, cover, scene, createTime, updateTime } = world;
    return {
      worldId,
      name,
      cover,
      scene,
      createTime,
      updateTime,
      status: statusOf(standing),
      progress: standing.progress,
    };
  }

  /** What a poll finds, which is what moves a world on. */
  detail(world: World): object {
    const standing = world.course.poll();
    world.updateTime = this.#parts.clock.now();
    const row = this.row(world, standing);
    if (standing.state === "running") return { ...row, assets: null };
    if (standing.state === "failed") return { ...row, assets: null, error: world.course.outcome.failure };
    world.urls ??= this.#makeFiles(world);
    return { ...row, assets: { splats: { urls: world.urls }, semanticsMetadata: {} } };
  }

  #makeFiles({ worldId }: World): NonNullable<World["urls"]> {
    const { files, settings } = this.#parts;
    return {
      plyPath: files.put(`${worldId}.ply`, someBytes("ply\n", settings.fileSize)),
      spzPath: files.put(`${worldId}.spz`, someBytes("\x1f\x8b", settings.fileSize)),
      lodMetaPath: files.put("lod-meta.json", Buffer.from(JSON.stringify({ levels: [] }))),
    };
  }
}

function statusOf(standing: Standing): string {
  return standing.status ?? standing.state.toUpperCase();
}

/** Bytes that differ from place to place, so that a download that was put together wrongly shows. */
export function someBytes(start: string, size: number): Uint8Array {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.imul(at + 1, 0x9e37_79b1) >>> 0, at);
  bytes.write(start, "latin1");
  return bytes;
}
