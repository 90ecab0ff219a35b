/** Tasks of meshes and of 3D generation: both are created and then asked for by `taskId`. */
import type { Course } from "../script/outcome.ts";
import { newCourse, type Parts } from "./parts.ts";

export interface Task {
  readonly taskId: string;
  readonly user: string;
  readonly type: string;
  readonly createTime: number;
  updateTime: number;
  readonly course: Course;
  /** What it made: the fields of a task that succeeded. */
  made: object | undefined;
}

export class TaskStore {
  readonly #parts: Parts;
  readonly #area: "meshes" | "gen3d";
  readonly #unmade: object;
  readonly #make: (task: Task) => object;
  readonly #tasks = new Map<string, Task>();

  /**
   * @param unmade Fields of a task that has made nothing.
   * @param make Fields of one that has.
   */
  constructor(parts: Parts, area: "meshes" | "gen3d", unmade: object, make: (task: Task) => object) {
    this.#parts = parts;
    this.#area = area;
    this.#unmade = unmade;
    this.#make = make;
  }

  add(user: string, type: string): Task {
    const now = this.#parts.clock.now();
    const task: Task = {
      taskId: this.#parts.names.next(`${this.#area}-task`),
      user,
      type,
      createTime: now,
      updateTime: now,
      course: newCourse(this.#parts, this.#area),
      made: undefined,
    };
    this.#tasks.set(task.taskId, task);
    return task;
  }

  get(taskId: string): Task | undefined {
    return this.#tasks.get(taskId);
  }

  poll(task: Task): object {
    const { state, status, progress } = task.course.poll();
    task.updateTime = this.#parts.clock.now();
    if (state === "succeeded") task.made ??= this.#make(task);
    return {
      taskId: task.taskId,
      type: task.type,
      status: status ?? state.toUpperCase(),
      progress,
      ...(state === "succeeded" ? task.made : this.#unmade),
      error: state === "failed" ? (task.course.outcome.failure ?? null) : null,
      createTime: task.createTime,
      updateTime: task.updateTime,
    };
  }
}
