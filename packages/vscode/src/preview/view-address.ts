/** The URL that `usda view` prints first. */

/** Returns the URL in the output so far; undefined if there is none yet. Only a server of this machine is accepted. */
export function viewAddress(printed: string): string | undefined {
  const line = /^.*\bhttp:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}\/?[^\s"'<>]{0,500}(?=\s)/m.exec(
    printed.slice(0, 4096),
  )?.[0];
  return line?.slice(line.indexOf("http://"));
}
