/** What the page shows of one file. */
import type { LibraryFile, LibraryLink } from "../../protocol/library-messages.ts";
import { element } from "../dom.ts";
import { sizeText } from "./texts.ts";

/** What a click does. */
interface Actions {
  /** Shows another file. */
  readonly show: (id: number) => void;
  /** Opens the file in the viewer. */
  readonly open: () => void;
}

/** Returns the elements of the details. */
export function fileDetails(file: LibraryFile, { show, open }: Actions): HTMLElement[] {
  const { path, kind, hasThumbnail, id } = file;
  const canOpen = kind === "layer" || kind === "package";
  return [
    element("h2", { text: path }),
    ...(canOpen ? [element("button", { text: "Open in the viewer", on: { click: open } })] : []),
    ...(hasThumbnail ? [element("p", {}, [element("img", { attributes: { src: `thumbnail/${id}`, alt: "" } })])] : []),
    facts(file),
    ...list("Findings", file.findings.map(finding)),
    ...list(
      "Uses",
      file.uses.map((each) => link(each, show)),
    ),
    ...list(
      "Used by",
      file.usedBy.map((each) => link(each, show)),
    ),
    ...list(
      "Same content",
      file.copies.map((copy) => named(copy.path, () => show(copy.id))),
    ),
    ...list(
      "Types",
      file.types.map(({ name, prims }) => [element("span", { text: `${name === "" ? "no type" : name}: ${prims}` })]),
    ),
    ...list(
      "Materials",
      file.materials.map((material) => [element("span", { text: material })]),
    ),
  ];
}

function facts({
  kind,
  encoding,
  size,
  modified,
  hash,
  defaultPrim,
  upAxis,
  metersPerUnit,
  primCount,
  bounds,
}: LibraryFile): HTMLElement {
  const box =
    bounds === null ? null : [bounds.slice(0, 3), bounds.slice(3)].map((each) => each.map(rounded).join(", "));
  const rows: readonly (readonly [string, string | number | null])[] = [
    ["Kind", encoding === null ? kind : `${kind}, ${encoding}`],
    ["Size", sizeText(size)],
    ["Changed", new Date(modified).toLocaleString()],
    ["Default prim", defaultPrim],
    ["Up axis", upAxis],
    ["Meters per unit", metersPerUnit],
    ["Prims", primCount],
    ["Bounds", box?.join(" – ") ?? null],
    ["SHA-256", hash],
  ];
  return element(
    "dl",
    {},
    rows.flatMap(([name, value]) =>
      value === null ? [] : [element("dt", { text: name }), element("dd", { text: String(value) })],
    ),
  );
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(5)));
}

function list(title: string, items: readonly (readonly Node[])[]): HTMLElement[] {
  if (items.length === 0) return [];
  return [
    element("h3", { text: `${title} (${items.length})` }),
    element(
      "ul",
      {},
      items.map((each) => element("li", {}, each)),
    ),
  ];
}

function finding({ rule, severity, message, prim, line }: LibraryFile["findings"][number]): readonly Node[] {
  const place = [line === null ? null : `line ${line}`, prim, rule].filter((each) => each !== null && each !== "");
  return [
    element("span", { class: severity, text: `${severity}: ` }),
    element("span", { text: message }),
    element("span", { class: "dim", text: ` ${place.join(", ")}` }),
  ];
}

function link({ id, path, arc, state }: LibraryLink, show: (id: number) => void): readonly Node[] {
  const note = element("span", {
    class: state === "missing" || state === "expression" ? "dim error" : "dim",
    text: ` ${state === "resolved" ? arc : `${arc}, ${state}`}`,
  });
  return id === null ? [element("span", { text: path }), note] : [...named(path, () => show(id)), note];
}

function named(text: string, click: () => void): readonly Node[] {
  return [element("button", { text, on: { click } })];
}
