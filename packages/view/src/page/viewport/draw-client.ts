/** The page's client of the draw worker. */
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
  /** The last requested scene is the one before it. */
  onSameScene(): void;
  onImage(image: DrawnImage): void;
  /** The last requested image was not drawn; `problem` is null if it was aborted. */
  onNoImage(problem: string | null): void;
}

/** Requests scenes and images; one image request is pending at a time. */
export class DrawClient {
  readonly #worker: Worker;
  readonly #picks = new Map<number, (picked: Picked) => void>();
  readonly #textures = new Map<number, (texture: TexturePicture) => void>();
  #id = 0;
  /** Of the last content, and of the last request about it. */
  #sceneId = 0;
  #refreshId = 0;
  #drawId = 0;

  constructor(worker: Worker, listener: DrawListener) {
    this.#worker = worker;
    worker.addEventListener("message", (event: MessageEvent<DrawReply>) => {
      const { data } = event;
      if (data.kind === "pick") {
        this.#picks.get(data.id)?.(data.picked);
        this.#picks.delete(data.id);
      } else if (data.kind === "texture") {
        this.#textures.get(data.id)?.(data.texture);
        this.#textures.delete(data.id);
      } else if (data.kind === "scene") {
        if (this.#isOfScene(data.id)) listener.onScene(data.scene);
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
  texture(path: string, size: number): Promise<TexturePicture> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#textures.set(id, resolve);
      this.#send({ kind: "texture", id, path, size });
    });
  }

  draw(options: DrawOptions): void {
    this.#drawId = ++this.#id;
    this.#send({ kind: "draw", id: this.#drawId, options });
  }

  pick(x: number, y: number): Promise<Picked> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#picks.set(id, resolve);
      this.#send({ kind: "pick", id, x, y });
    });
  }

  #isOfScene(id: number): boolean {
    return id === this.#sceneId || id === this.#refreshId;
  }

  #send(request: DrawRequest): void {
    this.#worker.postMessage(request, []);
  }
}
