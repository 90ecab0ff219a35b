/** The list of findings. */
import type { CodeView, FindingRow } from "../../protocol/code-view.ts";
import type { PageSettings } from "../../protocol/page-settings.ts";
import { element, icon } from "../dom.ts";
import { VirtualList } from "./virtual-list.ts";

/** Shows findings and reports the selected one. */
export class FindingsPanel {
  readonly element: HTMLElement;
  readonly #list: VirtualList<FindingRow>;
  readonly #note: HTMLElement;
  #settings = "";

  constructor(onSelect: (finding: FindingRow) => void) {
    this.#list = new VirtualList("Findings", "listbox", (finding) =>
      element(
        "div",
        {
          class: `row finding ${finding.severity}`,
          title: finding.hint === null ? finding.message : `${finding.message}\n${finding.hint}`,
          attributes: { role: "option" },
          on: { click: () => onSelect(finding) },
        },
        [
          icon(finding.severity),
          element("span", { class: "message", text: finding.message }),
          element("span", { class: "rule", text: finding.rule }),
          element("span", { class: "place", text: `${finding.start.line}:${finding.start.column}` }),
        ],
      ),
    );
    this.#note = element("p", { class: "note" });
    this.element = element("div", { class: "tab-content findings" }, [this.#list.element, this.#note]);
  }

  /** Shows what the settings of the linter change, from the next findings on. */
  setSettings({ isIgnored, problem }: PageSettings): void {
    this.#settings = [problem ?? "", isIgnored ? "The configuration ignores this file" : ""].filter(Boolean).join(". ");
  }

  show({ findings, counts, inBaseline, problem }: CodeView): void {
    const total = counts.error + counts.warning + counts.info;
    const hidden = total - findings.length;
    this.#list.show(findings);
    const notes = [
      this.#settings,
      problem ?? "",
      total === 0 ? "No problems found" : hidden > 0 ? `${hidden} more findings are not listed` : "",
      inBaseline > 0 ? `${inBaseline} more in the baseline` : "",
    ];
    this.#note.textContent = notes.filter((note) => note !== "").join(". ");
  }
}
