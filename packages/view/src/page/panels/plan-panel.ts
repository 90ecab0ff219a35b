/** The parts of the scene that the rendering service uses. */
import type { PlanDescription } from "@usdkit/service-scene";
import { element, icon } from "../dom.ts";

/** Maximum number of displayed rows. */
const MAX_SHOWN = 500;

/** Shows the plan and reports the selected prim. */
export class PlanPanel {
  readonly element: HTMLElement = element("div", { class: "tab-content plan" });
  readonly #onSelect: (path: string) => void;

  constructor(onSelect: (path: string) => void) {
    this.#onSelect = onSelect;
  }

  show({ form, camera, resolution, items, prims, ignored, hiddenRows }: PlanDescription): void {
    const isScene = form === "scene";
    const unlisted = [items, prims, ignored].map(({ length }) => Math.max(0, length - MAX_SHOWN));
    const hidden = unlisted.reduce((sum, rows) => sum + rows, hiddenRows);
    this.element.replaceChildren(
      ...[
        this.#section("Camera", camera === null ? [this.#missing("No Camera prim")] : this.#camera(camera)),
        isScene
          ? this.#section("Resolution", [
              resolution === null
                ? this.#missing("No resolution in RenderSettings")
                : element("p", { text: `${resolution.size.join(" × ")} pixels, from ${resolution.source}` }),
            ])
          : null,
        isScene
          ? this.#section(
              `Drawn (${items.length})`,
              items.length === 0
                ? [this.#missing("No Mesh or splat with a payload")]
                : items.slice(0, MAX_SHOWN).map((item) => this.#item(item)),
            )
          : null,
        prims.length > 0
          ? this.#section(
              `Others (${prims.length})`,
              prims.slice(0, MAX_SHOWN).map(({ path, type, attributes }) => this.#row(path, [type, attributes])),
            )
          : null,
        this.#section(
          `Ignored (${ignored.length})`,
          ignored.slice(0, MAX_SHOWN).map(({ path, reason }) => this.#row(path, [reason])),
        ),
        hidden > 0 ? element("p", { class: "note", text: `${hidden} more rows are not listed` }) : null,
      ].filter((part) => part !== null),
    );
  }

  #section(title: string, rows: readonly HTMLElement[]): HTMLElement {
    return element("section", {}, [element("h3", { text: title }), ...rows]);
  }

  #camera({ path, lines }: NonNullable<PlanDescription["camera"]>): HTMLElement[] {
    return [this.#row(path, []), ...lines.map((text) => element("p", { class: "dim", text }))];
  }

  #item({ path, type, meshId, position }: PlanDescription["items"][number]): HTMLElement {
    const row = this.#row(path, [meshId, position]);
    row.prepend(icon(type === "mesh" ? "mesh" : "splats"));
    return row;
  }

  #row(path: string, details: readonly string[]): HTMLElement {
    return element("div", { class: "plan-row" }, [
      element("button", {
        class: "path",
        text: path,
        attributes: { type: "button" },
        on: { click: () => this.#onSelect(path) },
      }),
      ...details.map((text) => element("span", { class: "dim", text })),
    ]);
  }

  #missing(text: string): HTMLElement {
    return element("p", { class: "missing" }, [icon("warning"), element("span", { text })]);
  }
}
