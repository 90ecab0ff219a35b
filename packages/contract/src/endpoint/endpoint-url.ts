import { fillPath, pathTemplate } from "./path-template.ts";

/**
 * Returns the URL of a call of an endpoint.
 *
 * ```ts
 * endpointUrl(getWorld, "https://host/prefix/", { worldId: "a/b" }); // https://host/prefix/global/world/v1/a%2Fb
 * ```
 *
 * @param endpoint Anything with the path of an endpoint.
 * @param baseUrl The host's address, http or https; it may have a path, to which the endpoint's path is appended.
 * @param path Values of the `{…}` in the endpoint's path; they are percent-encoded.
 * @param query Values of the query; `undefined` and `null` are left out.
 * @throws TypeError If the base URL is invalid (its text is not repeated, as it may contain a secret), and if a value
 *   of the path is missing, empty, `.` or `..`.
 */
export function endpointUrl(
  endpoint: { readonly path: string },
  baseUrl: string,
  path: object = {},
  query: object = {},
): string {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join("&");
  return base(baseUrl) + fillPath(pathTemplate(endpoint.path), path) + (search === "" ? "" : `?${search}`);
}

function base(text: string): string {
  const url = parse(text);
  if (url === undefined) throw new TypeError("invalid base URL: expected https://host or https://host/path");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError(`the base URL begins with ${url.protocol}, expected https: or http:`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("the base URL must not hold a user name or password: the key goes into a header");
  }
  if (url.search !== "" || url.hash !== "") throw new TypeError("the base URL must not have a query or a fragment");
  let end = url.pathname.length;
  while (url.pathname[end - 1] === "/") end--;
  return url.origin + url.pathname.slice(0, end);
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
