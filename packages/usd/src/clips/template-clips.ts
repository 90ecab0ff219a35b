/** Clips from a template of asset paths: `clip.###.usd`. */

/** What a template says about its clips. */
export interface ClipTemplate {
  readonly assetPath: string;
  readonly stride: number;
  readonly start: number;
  readonly end: number;
  /** By how much each clip is active before or after its time. */
  readonly activeOffset: number | undefined;
}

/** Clips as if they were authored one by one. */
export interface DerivedClips {
  readonly assetPaths: readonly string[];
  /** Pairs of stage time and index, flat. */
  readonly active: Float64Array;
  /** Pairs of stage time and clip time, flat. */
  readonly times: Float64Array;
}

/** Times are computed in these parts of a time code, so that fractional strides do not add up to others. */
const PARTS = 10_000;
/** Files that a template may name. */
const MAX_FILES = 20_000;

/** Returns the clips of a template that exist; undefined if the template is not one. */
export function templateClips(
  template: ClipTemplate,
  exists: (assetPath: string) => boolean,
): DerivedClips | undefined {
  const { stride, start, end, activeOffset } = template;
  const nameAt = nameOf(template.assetPath);
  if (nameAt === undefined || !(stride > 0) || !(start <= end) || Math.abs(activeOffset ?? 0) > stride)
    return undefined;
  if ((end - start) / stride > MAX_FILES) return undefined;
  const assetPaths: string[] = [];
  const active: number[] = [];
  const times: number[] = [];
  const addTime = (time: number): void => {
    times.push(time, time);
  };
  const margin = Math.abs(activeOffset ?? 0) * PARTS;
  if (activeOffset !== undefined) addTime((start * PARTS - margin) / PARTS);
  for (let t = start * PARTS; t <= end * PARTS; t += stride * PARTS) {
    const time = t / PARTS;
    const assetPath = nameAt(time);
    if (!exists(assetPath)) continue;
    active.push((t + (activeOffset ?? 0) * PARTS) / PARTS, assetPaths.length);
    assetPaths.push(assetPath);
    addTime(time);
  }
  if (activeOffset !== undefined) addTime((end * PARTS + margin) / PARTS);
  return { assetPaths, active: Float64Array.from(active), times: Float64Array.from(times) };
}

/** Returns the function that makes the name of a time; undefined if the path has no groups of `#`, or too many. */
function nameOf(template: string): ((time: number) => string) | undefined {
  const slash = template.lastIndexOf("/") + 1;
  const parts = template
    .slice(slash)
    .split(".")
    .filter((part) => part !== "");
  const groups = parts.flatMap((part, i) => (/^#+$/u.test(part) ? [i] : []));
  const [whole, fraction] = groups;
  if (whole === undefined || groups.length > 2 || (fraction !== undefined && fraction !== whole + 1)) return undefined;
  const [wholeDigits, fractionDigits] = [parts[whole].length, fraction === undefined ? 0 : parts[fraction].length];
  return (time) => {
    const named = [...parts];
    const integer = Math.trunc(time);
    const digits = String(Math.abs(integer)).padStart(wholeDigits - (integer < 0 ? 1 : 0), "0");
    named[whole] = integer < 0 ? `-${digits}` : digits;
    if (fraction !== undefined) named[fraction] = time.toFixed(Math.min(100, fractionDigits)).split(".")[1] ?? "";
    return template.slice(0, slash) + named.join(".");
  };
}
