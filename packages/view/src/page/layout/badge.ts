/** The number of findings in the header. */
import type { FindingCounts } from "../../protocol/code-view.ts";
import { element, icon } from "../dom.ts";

/** Shows the numbers of findings by severity. */
export class Badge {
  readonly element: HTMLElement = element("div", { class: "badge", attributes: { role: "status" } });

  /** Shows counts; null: they are not known. */
  show(counts: FindingCounts | null): void {
    if (counts === null) {
      this.element.replaceChildren();
      return;
    }
    const { error, warning, info } = counts;
    const parts = Object.entries({ error, warning, info }).filter(([, count]) => count > 0);
    this.element.className = `badge ${error > 0 ? "error" : warning > 0 ? "warning" : "good"}`;
    this.element.replaceChildren(
      icon(error > 0 ? "error" : warning > 0 ? "warning" : "check"),
      element("span", {
        text:
          parts.length === 0
            ? "No problems"
            : parts.map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(", "),
      }),
    );
  }
}
