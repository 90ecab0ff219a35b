/** What `usda render` prints about its images. */
import type { DrawingReport, RenderedImage } from "@usdkit/raster";
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import type { DrawnImages } from "./draw-images.ts";
import { primColor } from "./layer-images.ts";

/** Returns lines for people. */
export function drawnText({ files, first: { width, height, stats } }: DrawnImages): string {
  const counts = (["triangles", "splats", "points"] as const)
    .filter((name) => stats[name].total > 0)
    .map((name) => `${stats[name].total} ${name}`);
  const skipped = Object.entries(stats.skipped).map(([reason, count]) => `${reason} ${count}`);
  const size = `${width} × ${height}, ${counts.length > 0 ? counts.join(", ") : "nothing drawn"}`;
  const [{ file, hash }] = files;
  const lines = [
    files.length === 1 ? `${file}: ${size}` : `${files.length} images: ${size}`,
    ...(skipped.length > 0 ? [`skipped: ${skipped.join(", ")}`] : []),
    ...(files.length === 1 ? [`sha256 ${hash}`] : files.map((each) => `${each.file}: sha256 ${each.hash}`)),
  ];
  return `${lines.map(escapeLines).join("\n")}\n`;
}

/** What a scene has, and what of it is not drawn as authored. */
export interface DrawnLists {
  readonly report: DrawingReport;
  readonly problems: readonly string[];
}

/** Returns one line of JSON; null if nothing was drawn. */
export function drawnJson(drawn: DrawnImages | null, { report, problems }: DrawnLists, hasIds: boolean): string {
  const lists = { drawn: report.drawn, notDrawn: report.notDrawn, problems };
  if (drawn === null) return jsonLine({ file: null, ...lists });
  const { width, height, stats, prims } = drawn.first;
  const { triangles, splats, points, leftOut, skipped, threads, milliseconds } = stats;
  const counts = { triangles, splats, points, leftOut, skipped, threads, milliseconds };
  const [{ file, hash, camera }] = drawn.files;
  return jsonLine({
    file,
    width,
    height,
    hash,
    camera,
    ...counts,
    ...lists,
    ...(drawn.files.length > 1 && { images: drawn.files.map(({ time = null, ...each }) => ({ ...each, time })) }),
    ...(hasIds && { ids: colorsOf(prims) }),
  });
}

function colorsOf(prims: RenderedImage["prims"]): Readonly<Record<string, string>> {
  const colors: Record<string, string> = {};
  for (const path of prims) colors[path] = `#${primColor(path).map(hex).join("")}`;
  return colors;
}

/** Returns a line of JSON. */
export function jsonLine(value: object): string {
  return `${escapeJson(JSON.stringify(value))}\n`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
