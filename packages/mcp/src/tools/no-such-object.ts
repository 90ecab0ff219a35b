/** The error for paths of which a stage has nothing. */
import { ToolError } from "../session/tool-error.ts";

/** @param place name of the argument */
export function noSuchObject(place: string, path: string): ToolError {
  const shown = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
  if (!path.startsWith("/")) {
    const remedy = "Paths begin with a slash; find them with usd_query, such as //*NAME*";
    return new ToolError(`Expected an absolute path such as "/World/Chair", found ${shown}`, { place, remedy });
  }
  if (path.includes("{")) {
    const remedy = "Leave the braces out, and select the variant with `variant`";
    return new ToolError(`Paths of a stage have no variant selections: ${shown}`, { place, remedy });
  }
  return new ToolError(`The stage has no prim or property ${shown}`, {
    place,
    remedy: "Find paths with usd_query, such as //*NAME*",
  });
}
