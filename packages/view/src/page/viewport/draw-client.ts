/** The page's client of the draw worker. */
import type { Box, StageProgress } from "@usdkit/raster";
import type {
  DrawMode,
  DrawnContent,
  DrawnImage,
  DrawOptions,
  DrawReply,
  DrawRequest,
  Picked,
  SceneInfo,
  TexturePicture,
} from "../../protocol/draw-messages.ts";

export type { DrawMode };

/** Messages of the worker that are not responses. */
export interface DrawListener {
  onScene(scene: SceneInfo): void;
  /** The requested scene is a stage that is being composed. */
  onStage(): void;
  /** So many of its prims are composed. */
  onComposing(prims: number): void;
  /** How far it is prepared. */
  onProgress(progress: StageProgress): void;
  /** The last requested scene is the one before it. */
  onSameScene(): void;
  onImage(image: DrawnImage): void;
  /** The last requested image was not drawn; `problem` is null if it was aborted. */
  onNoImage(problem: string | null): void;
}

/** Replies to one question. */
type Answer = Extract<DrawReply, { kind: "pick" | "texture" | "bounds" }>;

/** Requests scenes and images; one image request is pending at a time. */
export class DrawClient {
  readonly #worker: Worker;
  /** What waits for an answer, by its number. */
  readonly #waiting = new Map<number, (reply: Answer) => void>();
  #id = 0;
  /** Of the last content, and of the last request about it. */
  #sceneId = 0;
  #refreshId = 0;
  #drawId = 0;

  constructor(worker: Worker, listener: DrawListener) {
    this.#worker = worker;
    worker.addEventListener("message", (event: MessageEvent<DrawReply>) => {
      const { data } = event;
      if (data.kind === "pick" || data.kind === "texture" || data.kind === "bounds") {
        this.#waiting.get(data.id)?.(data);
        this.#waiting.delete(data.id);
      } else if (data.kind === "scene") {
        if (this.#isOfScene(data.id)) listener.onScene(data.scene);
      } else if (data.kind === "is-stage") {
        if (this.#isOfScene(data.id)) listener.onStage();
      } else if (data.kind === "composing") {
        if (this.#isOfScene(data.id)) listener.onComposing(data.prims);
      } else if (data.kind === "progress") {
        if (this.#isOfScene(data.id)) listener.onProgress(data.progress);
      } else if (data.kind === "same-scene") {
        if (this.#isOfScene(data.id)) listener.onSameScene();
      } else if (data.kind === "image") {
        if (data.id === this.#drawId) listener.onImage(data.image);
      } else if (data.id === this.#drawId || this.#isOfScene(data.id)) listener.onNoImage(data.problem);
    });
    worker.addEventListener("error", (event) => listener.onNoImage(`the worker failed: ${event.message}`));
  }

  /** @param mayHaveChanged Whether files of the stage are compared with those that were read. */
  load(content: DrawnContent, mayHaveChanged: boolean): void {
    const id = ++this.#id;
    this.#refreshId = id;
    // The scene of the content may be on its way: the answer to the comparison is then that it is the same.
    if (!mayHaveChanged) this.#sceneId = id;
    this.#send({ kind: "scene", id, content, mayHaveChanged });
  }

  forgetScene(): void {
    this.#send({ kind: "forget-scene" });
  }

  forgetAssets(): void {
    this.#send({ kind: "forget-assets" });
  }

  /** Resolves with a picture of the texture that an attribute of the stage names, at most so many pixels a side. */
  async texture(path: string, size: number): Promise<TexturePicture> {
    return (await this.#ask<"texture">((id) => ({ kind: "texture", id, path, size }))).texture;
  }

  /** Resolves with the box around a prim and those below it at a time, or around everything; null if nothing of it is drawn. */
  async bounds(path: string | null, time: number | null): Promise<Box | null> {
    return (await this.#ask<"bounds">((id) => ({ kind: "bounds", id, path, time }))).box;
  }

  draw(options: DrawOptions): void {
    this.#drawId = ++this.#id;
    this.#send({ kind: "draw", id: this.#drawId, options });
  }

  async pick(x: number, y: number): Promise<Picked> {
    return (await this.#ask<"pick">((id) => ({ kind: "pick", id, x, y }))).picked;
  }

  #ask<Kind extends Answer["kind"]>(request: (id: number) => DrawRequest): Promise<Extract<Answer, { kind: Kind }>> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#waiting.set(id, (reply) => resolve(reply as Extract<Answer, { kind: Kind }>));
      this.#send(request(id));
    });
  }

  #isOfScene(id: number): boolean {
    return id === this.#sceneId || id === this.#refreshId;
  }

  #send(request: DrawRequest): void {
    this.#worker.postMessage(request, []);
  }
}
