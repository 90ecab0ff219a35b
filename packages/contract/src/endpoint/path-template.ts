/** A piece of a path between two slashes: literal text, or a value with text around it (`{sessionId}:push`). */
interface Segment {
  readonly before: string;
  /** The value's name; undefined if the piece is only `before`. */
  readonly name: string | undefined;
  readonly after: string;
}

/** A parsed path of an endpoint, for building URLs and for matching them. */
export type PathTemplate = readonly Segment[];

/** The result of matching a path against a template. */
export type PathMatch =
  | { readonly kind: "match"; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: "no-match" }
  /** The path matches, but a value in it is invalid: broken percent-encoding, or a `.` or `..`. */
  | { readonly kind: "bad-value"; readonly name: string; readonly message: string };

/** @param path A path of an endpoint: `/streams/{sessionId}:push`. */
export function pathTemplate(path: string): PathTemplate {
  return path
    .split("/")
    .slice(1)
    .map((text) => {
      const open = text.indexOf("{");
      if (open < 0) return { before: text, name: undefined, after: "" };
      const close = text.indexOf("}", open);
      return { before: text.slice(0, open), name: text.slice(open + 1, close), after: text.slice(close + 1) };
    });
}

/**
 * Fills values into a template, percent-encoded, so that {@link matchPath} returns them.
 *
 * @throws TypeError If a value is missing, surplus or cannot be part of a path.
 */
export function fillPath(template: PathTemplate, values: object): string {
  const given = values as Readonly<Record<string, unknown>>;
  const names = new Set(template.flatMap(({ name }) => name ?? []));
  for (const name of Object.keys(given)) {
    if (!names.has(name)) throw new TypeError(`the path has no {${name}}`);
  }
  return template
    .map(({ before, name, after }) => {
      if (name === undefined) return `/${before}`;
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      const problem = pathValueProblem(value);
      if (problem !== undefined) throw new TypeError(`{${name}} of the path: ${problem}`);
      return `/${before}${encodeURIComponent(value as string)}${after}`;
    })
    .join("");
}

/** @param pathname Still percent-encoded, without query: values are decoded one by one, so that `%2F` is no slash. */
export function matchPath(template: PathTemplate, pathname: string): PathMatch {
  const texts = pathname.split("/");
  if (texts[0] !== "" || texts.length !== template.length + 1) return { kind: "no-match" };
  const path: Record<string, string> = {};
  for (const [i, { before, name, after }] of template.entries()) {
    const text = texts[i + 1] ?? "";
    if (name === undefined) {
      if (text !== before) return { kind: "no-match" };
      continue;
    }
    if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) {
      return { kind: "no-match" };
    }
    const value = decode(text.slice(before.length, text.length - after.length));
    if (value === undefined) return { kind: "bad-value", name, message: "its percent-encoding is broken" };
    const problem = pathValueProblem(value);
    if (problem !== undefined) return { kind: "bad-value", name, message: problem };
    path[name] = value;
  }
  return { kind: "match", path };
}

/**
 * Returns why a value cannot be part of a path; undefined if it can.
 *
 * URL parsers resolve `.` and `..`, percent-encoded or not, which would call another endpoint.
 */
export function pathValueProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "expected text";
  if (value === "") return "expected text that is not empty";
  if (value === "." || value === "..") return 'expected an id; "." and ".." are steps in a path';
  if (!value.isWellFormed()) return "expected whole Unicode characters, found half of one";
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
