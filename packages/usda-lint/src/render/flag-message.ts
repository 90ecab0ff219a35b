import type { RasterError } from "@usdkit/raster";

/** Option of the renderer → flag of the command. */
const flags: ReadonlyMap<string, string> = new Map([
  ["width", "--size"],
  ["height", "--size"],
  ["samples", "--samples"],
  ["threads", "--threads"],
  ["time", "--time"],
  ["quality", "--quality"],
]);

/** Returns the message of an error of the renderer in terms of the command's flags. */
export function flagMessage(error: RasterError): string {
  if ("problem" in error && error.problem === "resolution") {
    return "the scene has no resolution (int2 resolution of RenderSettings): add it, or a size such as --size 1280x720";
  }
  // No flag changes the limits.
  const message = error.message.replace(/; raise limits\.\w+$/, "");
  const flag = flags.get(message.slice(0, message.indexOf(" ")));
  return flag === undefined ? message : `${flag}: ${message}`;
}
