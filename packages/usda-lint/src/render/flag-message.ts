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
export function flagMessage(error: Error): string {
  const message = error.message
    .replace(/raise limits\.(\w+)/u, "raise it with --limit $1=NUMBER")
    .replace('use the camera "auto"', "draw with --camera auto")
    .replace("or give width and height", "or add --size WIDTHxHEIGHT");
  const flag = flags.get(message.slice(0, message.indexOf(" ")));
  return flag === undefined ? message : `${flag}: ${message}`;
}
