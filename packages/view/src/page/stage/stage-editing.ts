/** Editing of a stage on the page: the session, its panel and the handles over the image. */
import type { EditsView, TransformView } from "../../protocol/edit-messages.ts";
import type { PrimView } from "../../protocol/stage-messages.ts";
import type { LineCamera } from "../../draw/draw-lines.ts";
import type { StageClient } from "./stage-client.ts";
import { EditPanel } from "./edit-panel.ts";
import { EditSession } from "./edit-session.ts";
import { Gizmo } from "./gizmo.ts";

/** Events of editing. */
export interface StageEditingListener {
  /** Returns the shown time; null: the default values. */
  time(): number | null;
  onEdits(view: EditsView): void;
  /** The user starts or ends editing. */
  onToggle(): void;
}

/** The image that the handles are over. */
export interface GizmoViewport {
  readonly camera: LineCamera | undefined;
  readonly canvas: HTMLCanvasElement;
}

/** Joins the parts. */
export class StageEditing {
  readonly session: EditSession;
  readonly panel: EditPanel;
  gizmo: Gizmo | undefined;
  readonly #client: StageClient;
  readonly #listener: StageEditingListener;
  #prim: PrimView | null = null;
  #property: string | null = null;
  #transform: TransformView | null = null;

  constructor(client: StageClient, listener: StageEditingListener) {
    this.#client = client;
    this.#listener = listener;
    this.session = new EditSession(client, {
      onEdits: (view) => {
        this.panel.showEdits(view);
        listener.onEdits(view);
      },
      onMessage: (message) => this.panel.showMessage(message),
    });
    this.panel = new EditPanel({
      session: this.session,
      time: () => listener.time(),
      onToggle: () => {
        if (!this.panel.isEditing) this.gizmo?.show(null);
        listener.onToggle();
      },
      onPart: (part) => {
        if (this.gizmo !== undefined) this.gizmo.part = part;
      },
    });
  }

  createGizmo(viewport: GizmoViewport, selected: () => string | null): SVGSVGElement {
    this.gizmo = new Gizmo({
      canvas: viewport.canvas,
      camera: () => viewport.camera,
      onChange: (part, value) => {
        const path = selected();
        if (path === null) return;
        const edit = { op: "transform" as const, path, [part]: value, time: this.#listener.time() };
        void this.session.make([edit]).then((problem) => {
          if (problem === null) return;
          this.panel.showMessage(problem);
          this.gizmo?.show(this.#transform);
        });
      },
    });
    return this.gizmo.element;
  }

  /** Shows the fields of a prim. */
  async show(prim: PrimView | null, property: string | null): Promise<void> {
    this.#prim = prim;
    this.#property = property;
    this.#transform = null;
    const { isEditing } = this.panel;
    if (isEditing && prim !== null) {
      const { path } = prim.row;
      const [targets, found] = await Promise.all([
        this.#client.ask<"targets">({ kind: "targets", prim: path }),
        this.#client.ask<"transform">({ kind: "transform", prim: path, time: this.#listener.time() }),
      ]);
      if (prim !== this.#prim) return;
      if (targets !== undefined) this.panel.showTargets(targets.rows);
      const isMovable = prim.properties.some(({ name }) => name === "xformOpOrder") && !prim.row.isInstanceProxy;
      this.#transform = isMovable ? (found?.transform ?? null) : null;
    }
    this.panel.show(prim, this.#property, this.#transform);
    this.gizmo?.show(isEditing ? this.#transform : null);
  }

  /** Shows the field of a property of the prim. */
  showProperty(property: string | null): void {
    if (property === this.#property) return;
    this.#property = property;
    this.panel.show(this.#prim, property, this.#transform);
  }
}
