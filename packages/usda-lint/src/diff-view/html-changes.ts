/** The rows of a page of differences. Every text of a layer is shortened and escaped here. */
import { counted } from "@usdkit/base";
import {
  describeDifferences,
  itemText,
  type Difference,
  type DiffItem,
  type DifferenceLine,
  type Spec,
} from "@usdkit/layer";
import { escapeXml } from "../terminal/escape-xml.ts";
import type { Change } from "./change-tree.ts";

/** Maximum length of a text of the layers, in UTF-16 units. */
const MAX_TEXT = 240;
/** Maximum count of items of a list, and of members of a spec, that are shown. */
const MAX_ITEMS = 20;
/** Maximum count of time samples of an attribute that are shown. */
const MAX_SAMPLES = 3;

const CLASSES = { "+": "added", "-": "removed", ">": "moved", "~": "changed" } as const;

/** The cells of a row, as HTML. */
interface Row {
  readonly mark: DifferenceLine["mark"];
  readonly what: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly note?: string | undefined;
}

/** Returns text of a layer as HTML, shortened in the middle. */
export function shortText(text: string): string {
  if (text.length <= MAX_TEXT) return escapeXml(text);
  const half = MAX_TEXT / 2;
  return escapeXml(`${text.slice(0, half)}…${text.slice(-half)}`);
}

/** Returns the rows of a change; several for time samples. */
export function changeRows(change: Change): string[] {
  if (change.kind === "difference") return [row(change.difference.kind, differenceRow(change.difference))];
  const { samples } = change;
  const shown = samples.slice(0, MAX_SAMPLES).map((each) => row(each.kind, differenceRow(each)));
  const rest = samples.slice(MAX_SAMPLES);
  if (rest.length === 0) return shown;
  const name = change.path.slice(change.path.lastIndexOf(".") + 1);
  const added = rest.filter(({ before }) => before === undefined).length;
  const removed = rest.filter(({ after }) => after === undefined).length;
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(rest.length > added + removed ? [`${rest.length - added - removed} changed`] : []),
  ];
  const note = `${counted(rest.length, "more time sample")}: ${parts.join(", ")}`;
  return [...shown, row("timeSample", { mark: "~", what: shortText(name), note })];
}

function row(kind: Difference["kind"], { mark, what, before, after, note }: Row): string {
  const cell = (name: string, html: string | undefined): string => `<td class="${name}">${html ?? ""}</td>`;
  const cells = `${cell("before", before)}${cell("after", after)}${cell("note", note)}`;
  return `<tr class="${CLASSES[mark]}" data-kind="${kind}"><td class="mark">${mark === "~" ? "±" : escapeXml(mark)}</td><th scope="row" class="what">${what}</th>${cells}</tr>`;
}

function differenceRow(difference: Difference): Row {
  const { mark, subject, before, after, note } = lineOf(difference);
  const plain: Row = {
    mark,
    what: shortText(subject),
    before: before === undefined ? undefined : shortText(before),
    after: after === undefined ? undefined : shortText(after),
    note: note === undefined ? undefined : shortText(note),
  };
  switch (difference.kind) {
    case "added":
      return { ...plain, after: plain.after ?? members(difference.spec) };
    case "removed":
      return { ...plain, before: plain.before ?? members(difference.spec) };
    case "reordered":
      return { ...plain, before: items(difference.before), after: items(difference.after) };
    case "list": {
      const { added, removed, reordered, before: left, after: right } = difference;
      if (left === undefined || right === undefined) {
        const all = (side: readonly DiffItem[] | undefined): string | undefined =>
          side === undefined ? undefined : items(side.map(itemText));
        return { ...plain, before: all(left), after: all(right) };
      }
      const same = right.length - added.length;
      const notes = [...(same > 0 ? [`${same} unchanged`] : []), ...(reordered ? ["in another order"] : [])];
      return {
        ...plain,
        before: items(removed.map(itemText)),
        after: items(added.map(itemText)),
        note: notes.join(", "),
      };
    }
    default:
      return plain;
  }
}

function lineOf(difference: Difference): DifferenceLine {
  const [line] = describeDifferences([difference])[0]?.lines ?? [];
  return line ?? { mark: "~", subject: difference.path };
}

/** Returns what an added or removed prim, variant or variant set contains. */
function members(spec: Exclude<Spec, { specType: "pseudoRoot" }>): string | undefined {
  if (spec.specType === "attribute" || spec.specType === "relationship") return undefined;
  const lists: (readonly Exclude<Spec, { specType: "pseudoRoot" }>[])[] =
    spec.specType === "variantSet" ? [spec.variants] : [spec.properties, spec.variantSets, spec.children];
  const shown: string[] = [];
  // Views on crates make specs on access.
  for (const list of lists) {
    for (let i = 0; i < list.length && shown.length < MAX_ITEMS; i++) shown.push(memberText(list[i]));
  }
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  return count === 0 ? undefined : items(shown, count);
}

function memberText(spec: Exclude<Spec, { specType: "pseudoRoot" }>): string {
  const { subject, after, note } = lineOf({ kind: "added", path: spec.path, spec, count: 1 });
  return [subject, ...(after === undefined ? [] : [`= ${after}`]), ...(note === undefined ? [] : [note])].join(" ");
}

function items(texts: readonly string[], count: number = texts.length): string {
  if (count === 0) return "";
  const shown = texts.slice(0, MAX_ITEMS);
  const rest = count - shown.length;
  const lines = shown.map((text) => `<li>${shortText(text)}</li>`);
  return `<ul>${lines.join("")}${rest > 0 ? `<li>… ${rest} more</li>` : ""}</ul>`;
}
