/** Tasks of meshes and of 3D generation: spec 2.9 and 4.4, which define only their paths. All fields are ours. */
import type { Course } from "./course.ts";
import { errorReply } from "./errors.ts";
import { textOf, type ServiceReply, type ServiceRequest } from "./request.ts";
import type { Surroundings } from "./surroundings.ts";

/** Kinds of tasks, with the fields of which a request needs at least one. */
const NEEDED = {
  mesh: ["fileUrl"],
  "image-to-3d": ["imageUrl"],
  "text-to-3d": ["prompt"],
  "material-transfer": ["modelUrl"],
} as const;

export type TaskKind = keyof typeof NEEDED;

export interface Task {
  readonly id: string;
  readonly user: string;
  readonly kind: TaskKind;
  readonly createTime: number;
  updateTime: number;
  readonly course: Course;
  /** The fields of a task after success. */
  made: object | undefined;
}

export class TaskStates {
  readonly tasks: Map<string, Task> = new Map();
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  create(request: ServiceRequest, kind: TaskKind, user: string): ServiceReply {
    const missing = NEEDED[kind].find((field) => textOf(request.json, field) === undefined);
    if (missing !== undefined) return errorReply("invalid", `${missing} is missing`);
    const area = kind === "mesh" ? "meshes" : "gen3d";
    const now = this.#around.now();
    const id = this.#around.id(`${area}-task`);
    const course = this.#around.course(area);
    this.tasks.set(id, { id, user, kind, createTime: now, updateTime: now, course, made: undefined });
    this.#around.happened({ kind: "task-begun", area, id, request });
    return { status: 200, json: { taskId: id } };
  }

  /** @param isMesh Which of the two endpoints is called. */
  get({ query }: ServiceRequest, isMesh: boolean, user: string): ServiceReply {
    const task = this.tasks.get(query.get("taskId") ?? "");
    if (task?.user !== user || (task.kind === "mesh") !== isMesh) return errorReply("notFound", "unknown task");
    const { id, kind, course, createTime } = task;
    const { state, status, progress } = course.poll();
    task.updateTime = this.#around.now();
    if (state === "succeeded") task.made ??= this.#make(task);
    return {
      status: 200,
      json: {
        taskId: id,
        type: kind,
        status: status ?? state.toUpperCase(),
        progress,
        ...(state === "succeeded" ? task.made : isMesh ? { meshId: null } : { result: null }),
        error: state === "failed" ? (course.failure ?? null) : null,
        createTime,
        updateTime: task.updateTime,
      },
    };
  }

  #make({ id, kind }: Task): object {
    // Where ids are numbers, that of a mesh is one as well.
    if (kind === "mesh") return { meshId: /^\d+$/.test(id) ? `${id.slice(0, -1)}9` : `mesh-of-${id}` };
    const modelUrl = this.#around.publish({ kind: "model", name: `${id}.glb` });
    return { result: { modelUrl, format: "glb" } };
  }
}
