/** The page of a library: a search, the files that it finds, and the details of one. */
import { counted } from "@usdkit/base";
import type { LibraryFile, LibraryPage as Found, LibraryRow, LibrarySummary } from "../../protocol/library-messages.ts";
import type { Rejection } from "../../protocol/view-state.ts";
import { element } from "../dom.ts";
import { fileDetails } from "./file-details.ts";
import { sizeText } from "./texts.ts";

/** Milliseconds after a keystroke before the search starts. */
const TYPING = 150;

const PROBLEMS = [
  ["", "with or without problems"],
  ["error", "with errors"],
  ["warning", "with warnings"],
  ["missing", "with missing files"],
] as const;

export class LibraryPage {
  readonly #text = element("input", {
    attributes: { type: "search", placeholder: "Search names", "aria-label": "Search names" },
  });
  readonly #kind = element("select", { attributes: { "aria-label": "Kind of file" } });
  readonly #type = element("select", { attributes: { "aria-label": "Type of prims" } });
  readonly #problem = element("select", { attributes: { "aria-label": "Problems" } });
  readonly #status = element("p", { class: "dim", attributes: { role: "status" } });
  readonly #list = element("ul", { class: "grid" });
  readonly #more = element("button", { text: "Show more", on: { click: () => void this.#load(this.#shown) } });
  readonly #details = element("aside", { attributes: { "aria-label": "Details", tabindex: "0" } });
  /** Counts searches: only the last one is shown. */
  #search = 0;
  #shown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows the library. */
  async start(): Promise<void> {
    const summary = await ask<LibrarySummary>("summary");
    options(this.#kind, "all kinds", summary.kinds);
    options(this.#type, "all types", summary.types);
    for (const [value, text] of PROBLEMS) this.#problem.append(element("option", { text, attributes: { value } }));
    const start = (): void => void this.#load(0);
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(start, TYPING);
    });
    for (const each of [this.#kind, this.#type, this.#problem]) each.addEventListener("change", start);
    const { files, bytes, missing, findings } = summary;
    const facts = [
      `${counted(files, "file")}, ${sizeText(bytes)}`,
      counted(findings.error, "error"),
      counted(findings.warning, "warning"),
      `${missing} missing`,
    ];
    document.body.append(
      element("header", {}, [
        element("h1", { text: "Library" }),
        this.#text,
        this.#kind,
        this.#type,
        this.#problem,
        element("span", { class: "dim", text: facts.join(" · ") }),
      ]),
      element("main", { attributes: { tabindex: "0", "aria-label": "Files" } }, [this.#status, this.#list, this.#more]),
      this.#details,
    );
    this.#details.append(
      element("p", { class: "dim", text: "Choose a file to see what it holds, uses, and is used by." }),
    );
    await this.#load(0);
  }

  async #load(offset: number): Promise<void> {
    const number = ++this.#search;
    const query = new URLSearchParams({
      text: this.#text.value,
      kind: this.#kind.value,
      type: this.#type.value,
      problem: this.#problem.value,
      offset: String(offset),
    });
    try {
      const { rows, isMore } = await ask<Found>(`search?${query.toString()}`);
      if (number !== this.#search) return;
      if (offset === 0) this.#list.replaceChildren();
      this.#list.append(...rows.map((row) => element("li", {}, [this.#card(row)])));
      this.#shown = offset + rows.length;
      this.#more.hidden = !isMore;
      this.#status.textContent =
        this.#shown === 0 ? "No file matches." : `${this.#shown}${isMore ? " and more" : ""} shown`;
    } catch (error) {
      this.#status.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #card({ id, path, kind, size, hasThumbnail, errors, warnings, missing }: LibraryRow): HTMLElement {
    const picture = hasThumbnail
      ? element("img", { attributes: { src: `thumbnail/${id}`, alt: "", loading: "lazy" } })
      : element("span", { class: "empty", text: kind });
    const card = element(
      "button",
      {
        class: "card",
        title: path,
        attributes: { "aria-pressed": "false" },
        on: { click: () => void this.#show(id, card) },
      },
      [
        picture,
        element("span", { class: "path", text: path }),
        element("span", { class: "dim", text: sizeText(size) }),
        errors + missing > 0
          ? element("span", { class: "dim error", text: `${counted(errors, "error")}, ${missing} missing` })
          : null,
        warnings > 0 ? element("span", { class: "dim warning", text: counted(warnings, "warning") }) : null,
      ],
    );
    return card;
  }

  async #show(id: number, card?: HTMLElement): Promise<void> {
    for (const each of this.#list.querySelectorAll("[aria-pressed=true]")) each.setAttribute("aria-pressed", "false");
    card?.setAttribute("aria-pressed", "true");
    try {
      const file = await ask<LibraryFile>(`file/${id}`);
      this.#details.replaceChildren(
        ...fileDetails(file, { show: (other) => void this.#show(other), open: () => void this.#open(id) }),
      );
      this.#details.scrollTop = 0;
    } catch (error) {
      this.#details.replaceChildren(
        element("p", { class: "error", text: error instanceof Error ? error.message : String(error) }),
      );
    }
  }

  /** The window opens with the click: browsers block those that come later. */
  async #open(id: number): Promise<void> {
    const opened = window.open("about:blank", "_blank");
    try {
      const { url } = await ask<{ url: string }>(`open/${id}`, "POST");
      if (opened === null) location.href = url;
      else opened.location.href = url;
    } catch (error) {
      opened?.close();
      this.#status.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

function options(
  select: HTMLSelectElement,
  all: string,
  counts: readonly { readonly name: string; readonly files: number }[],
): void {
  select.append(element("option", { text: all, attributes: { value: "" } }));
  for (const { name, files } of counts) {
    select.append(element("option", { text: `${name} (${files})`, attributes: { value: name } }));
  }
}

/** @throws {Error} with the message of the server */
async function ask<Answer>(path: string, method = "GET"): Promise<Answer> {
  const response = await fetch(new URL(path, location.href), { method });
  if (!response.ok) throw new Error(((await response.json()) as Rejection).message);
  return (await response.json()) as Answer;
}
