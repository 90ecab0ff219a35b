/** Handles over the image that move, rotate and scale the selected prim. */
import { projectionMatrix, viewMatrix } from "@usdkit/service-scene";
import type { LineCamera } from "../../draw/draw-lines.ts";
import type { TransformView } from "../../protocol/edit-messages.ts";

type Part = "translate" | "rotate" | "scale";
type Point = readonly [x: number, y: number];
type Vector = readonly [number, number, number];

/** Length of a handle in pixels. */
const LENGTH = 80;
/** Degrees and factors for a drag of one pixel. */
const DEGREES = 0.5;
const GROWTH = 0.01;
const AXES = ["x", "y", "z"] as const;
const SVG = "http://www.w3.org/2000/svg";

/** What the handles need of the image. */
export interface GizmoOptions {
  /** Returns the camera of the image; undefined without one. */
  readonly camera: () => LineCamera | undefined;
  readonly canvas: HTMLCanvasElement;
  /** A drag has ended. */
  readonly onChange: (part: Part, value: Vector) => void;
}

/** Draws three handles at the origin of a prim. The fields of the panel do the same by keyboard. */
export class Gizmo {
  readonly element: SVGSVGElement = document.createElementNS(SVG, "svg");
  readonly #options: GizmoOptions;
  #transform: TransformView | null = null;
  #part: Part = "translate";

  constructor(options: GizmoOptions) {
    this.#options = options;
    this.element.setAttribute("class", "gizmo");
    this.element.setAttribute("aria-hidden", "true");
  }

  set part(part: Part) {
    this.#part = part;
    this.update();
  }

  /** Shows the handles of a prim; null hides them. */
  show(transform: TransformView | null): void {
    this.#transform = transform;
    this.update();
  }

  /** Draws the handles where the prim is in the image now. */
  update(): void {
    const transform = this.#transform;
    const isFixed = this.#part !== "translate" && transform?.problem !== null;
    const project = transform === null || isFixed ? undefined : this.#projection();
    const handles = transform === null || project === undefined ? [] : handlesOf(transform, project);
    this.element.replaceChildren(
      ...handles.map((handle, axis) => this.#line(handle, axis)).filter((each) => each !== null),
    );
  }

  #line(handle: Handle | null, axis: number): SVGElement | null {
    if (handle === null) return null;
    const { from, step, pixels } = handle;
    const [dx, dy] = [step[0] / pixels, step[1] / pixels];
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `handle ${AXES[axis]}`);
    for (const kind of ["grip", "line"]) {
      const line = document.createElementNS(SVG, "line");
      const ends = { x1: from[0], y1: from[1], x2: from[0] + dx * LENGTH, y2: from[1] + dy * LENGTH };
      for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value.toFixed(1));
      line.setAttribute("class", kind);
      group.append(line);
    }
    group.addEventListener("pointerdown", (event) => this.#drag(event, handle, axis));
    return group;
  }

  #drag(event: PointerEvent, { step, pixels }: Handle, axis: number): void {
    const transform = this.#transform;
    if (transform === null || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const part = this.#part;
    const start = transform[part];
    let value = start;
    const stop = new AbortController();
    const { signal } = stop;
    const move = (moved: PointerEvent): void => {
      const along = ((moved.clientX - event.clientX) * step[0] + (moved.clientY - event.clientY) * step[1]) / pixels;
      value = moveBy(part, start, axis, part === "translate" ? along / pixels : along);
      if (part === "translate") this.show({ ...transform, translate: value });
    };
    const end = (): void => {
      stop.abort();
      if (value !== start) this.#options.onChange(part, value);
    };
    // On the window: the handles are drawn again while they move.
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    const cancel = (): void => {
      stop.abort();
      this.show(transform);
    };
    addEventListener("pointercancel", cancel, { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && cancel(), { signal });
  }

  /** Returns what maps points of the world to pixels of the page's image; undefined for points behind the camera. */
  #projection(): ((point: Vector) => Point | undefined) | undefined {
    const { canvas, camera } = this.#options;
    const lens = camera();
    const view = lens && viewMatrix(lens.worldMatrix as Parameters<typeof viewMatrix>[0]);
    const { clientWidth: width, clientHeight: height, offsetLeft, offsetTop } = canvas;
    if (lens === undefined || view === undefined || width === 0) return undefined;
    const m = projectionMatrix(lens, { aspect: width / height });
    return ([px, py, pz]) => {
      const at = (k: number): number =>
        px * (view[k] ?? 0) + py * (view[4 + k] ?? 0) + pz * (view[8 + k] ?? 0) + (view[12 + k] ?? 0);
      const [x, y, z] = [at(0), at(1), -at(2)];
      if (z <= 0) return undefined;
      const w = lens.projection === "perspective" ? z : 1;
      return [
        offsetLeft + (((x * m[0] - z * m[8]) / w + m[12] + 1) * width) / 2,
        offsetTop + ((1 - (y * m[5] - z * m[9]) / w - m[13]) * height) / 2,
      ];
    };
  }
}

/** A handle: where it starts, how far one unit along its axis leads, in pixels, and the length of that. */
interface Handle {
  readonly from: Point;
  readonly step: Point;
  readonly pixels: number;
}

function handlesOf(
  { translate, toWorld }: TransformView,
  project: (point: Vector) => Point | undefined,
): readonly (Handle | null)[] {
  const world = ([x, y, z]: Vector): Vector => {
    const at = (k: number): number =>
      x * (toWorld[k] ?? 0) + y * (toWorld[4 + k] ?? 0) + z * (toWorld[8 + k] ?? 0) + (toWorld[12 + k] ?? 0);
    return [at(0), at(1), at(2)];
  };
  const from = project(world(translate));
  if (from === undefined) return [];
  return AXES.map((_, axis) => {
    const to = project(world(moveBy("translate", translate, axis, 1)));
    if (to === undefined) return null;
    const step: Point = [to[0] - from[0], to[1] - from[1]];
    const pixels = Math.hypot(...step);
    // Seen from its end, an axis has no direction to drag in.
    return pixels > 0.5 ? { from, step, pixels } : null;
  });
}

function moveBy(part: Part, start: Vector, axis: number, amount: number): Vector {
  const change = (value: number): number =>
    part === "translate"
      ? value + amount
      : part === "rotate"
        ? value + amount * DEGREES
        : value * Math.exp(amount * GROWTH);
  const rounded = (value: number): number => Number(value.toPrecision(7));
  const [x, y, z] = start.map((value, k) => (k === axis ? rounded(change(value)) : value));
  return [x ?? 0, y ?? 0, z ?? 0];
}
