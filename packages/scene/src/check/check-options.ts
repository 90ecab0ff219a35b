import { nearestName } from "@usdkit/layer";
import { rejection, showValue } from "./scene-error.ts";

/** @throws SceneError for an unknown key: a misspelled option would silently have no effect */
export function checkOptions(path: string, what: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null) return;
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const nearest = nearestName(key, known);
    const hint =
      nearest === undefined ? `expected one of ${known.join(", ")}` : `did you mean ${JSON.stringify(nearest)}?`;
    throw rejection(path.slice(0, 200), `there is no ${what} option ${showValue(key)}; ${hint}`);
  }
}
