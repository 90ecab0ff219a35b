/** Creates elements of the page. Text is inserted as text: names of files, prims and messages may contain anything. */

/** Properties of an element. */
export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

/** Returns a new element. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: ElementOptions = {},
  children: readonly (Node | null)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (options.class !== undefined) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  if (options.title !== undefined) made.title = options.title;
  for (const [name, value] of Object.entries(options.attributes ?? {})) made.setAttribute(name, value);
  for (const [name, listener] of Object.entries(options.on ?? {})) made.addEventListener(name, listener);
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** Paths of icons, on a grid of 16 × 16. */
const icons = {
  frame: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  camera: "M1.5 4.5h8v7h-8zM9.5 7l5-2.5v7l-5-2.5",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 1 0 0-6zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M3 13l1.4-1.4M11.6 4.4 13 3",
  play: "M4 2.5v11l9-5.5z",
  pause: "M5 3v10M11 3v10",
  chevron: "M6 4l4 4-4 4",
  error: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13zM5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6",
  warning: "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.4v.6",
  info: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13zM8 7v4M8 4.6v.6",
  check: "M3 8.5 6.5 12 13 4.5",
  mesh: "M8 1.5 14 5v6l-6 3.5L2 11V5zM2 5l6 3.5L14 5M8 8.5v6",
  splats: "M5 5.5a2.5 2.5 0 1 0 0 .1M11 10.5a3 3 0 1 0 0 .1M11.5 4a1.2 1.2 0 1 0 0 .1M4.5 11.5a1.2 1.2 0 1 0 0 .1",
  group: "M2 4h5l1.5 2H14v7H2z",
  settings: "M2 4h7M12 4h2M9 2.5v3M2 8h2M7 8h7M4 6.5v3M2 12h6M11 12h3M8 10.5v3",
  variant: "M3 3v10M3 8h6l4-4M9 8l4 4",
  light: "M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15",
  material: "M8 2a6 6 0 1 0 0 12 6 6 0 1 0 0-12zM8 2c-3 3-3 9 0 12",
  shader: "M2 4h5v8H2zM9 6h5v6H9zM7 8h2",
  subset: "M3 3h10v10H3zM3 8h10",
  curve: "M2 13C6 13 4 3 8 3s2 10 6 10",
  prim: "M8 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8z",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof icons;

/** Returns an icon of the text's height. */
export function icon(name: IconName): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}
