/** Names of the files of several images. */
import { UsageError } from "@usdkit/command/cli/errors";
import { path } from "@usdkit/command/process/builtins";
import { withNameSuffix } from "./image-arguments.ts";

/** What the images of a run differ in. */
export interface ImageLabel {
  /** Part of the name if there are several cameras. */
  readonly camera?: string | undefined;
  /** Time code of a frame. */
  readonly frame?: number | undefined;
  /** Number of an image of a sequence, from 1. */
  readonly index?: number | undefined;
}

/** `####`, or `####.##` with decimals. */
const PLACEHOLDER = /#+(?:\.#+)?/gu;
const FRAME_DIGITS = 4;
const INDEX_DIGITS = 3;

/**
 * Returns the name of an image. Its number is at the place of `####`, or before the extension; its camera before that.
 *
 * @throws {UsageError} if the name has several placeholders
 * @example
 * imageName("shot.####.png", { camera: "Main", frame: 7 }); // "shot-Main.0007.png"
 */
export function imageName(output: string, { camera, frame, index }: ImageLabel): string {
  const name = path.basename(output);
  const folder = output.slice(0, output.length - name.length);
  const placeholders = [...name.matchAll(PLACEHOLDER)];
  if (placeholders.length > 1) {
    throw new UsageError(`-o expects one placeholder such as #### or ####.##, found several in "${name}"`);
  }
  const [found] = placeholders;
  if (found === undefined) {
    const named = camera === undefined ? output : withNameSuffix(output, camera);
    if (frame !== undefined) return withNameSuffix(named, numberText(frame, FRAME_DIGITS, decimalsOf(frame)));
    return index === undefined ? named : withNameSuffix(named, numberText(index, INDEX_DIGITS, 0));
  }
  const [digits, decimals = ""] = found[0].split(".");
  const number = numberText(frame ?? index ?? 1, digits.length, decimals.length);
  const before = name.slice(0, found.index);
  const after = name.slice(found.index + found[0].length);
  const inserted = camera === undefined ? before : withCamera(before, camera);
  return `${folder}${inserted}${number}${after}`;
}

/** Whether a name has a place for a number. */
export function hasPlaceholder(output: string): boolean {
  return path.basename(output).includes("#");
}

/**
 * Checks that images have different names.
 *
 * @throws {UsageError} otherwise
 */
export function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new UsageError(`Two images would be named "${name}": give frames with fractions decimals, as in ####.##`);
    }
    seen.add(name);
  }
}

/**
 * Returns the names of cameras in files: the last name of their paths, or all of it if two cameras have the same one.
 *
 * @example
 * cameraNames(["/World/Main", "/World/Side"]); // ["Main", "Side"]
 */
export function cameraNames(paths: readonly string[]): readonly string[] {
  const names = paths.map((each) => each.slice(each.lastIndexOf("/") + 1));
  if (new Set(names).size === names.length) return names;
  return paths.map((each) => each.replace(/^\//u, "").replaceAll("/", "_"));
}

/** Inserts a camera before the sign that separates the number. */
function withCamera(before: string, camera: string): string {
  const [, name = "", sign = ""] = /^(.*?)([-._]?)$/su.exec(before) ?? [];
  return `${name === "" ? "" : `${name}-`}${camera}${sign === "" ? "-" : sign}`;
}

function numberText(value: number, digits: number, decimals: number): string {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split(".");
  const isNegative = value < 0 && Number(value.toFixed(decimals)) !== 0;
  // As printf: the sign is one of the digits.
  const padded = whole.padStart(isNegative ? digits - 1 : digits, "0");
  return `${isNegative ? "-" : ""}${padded}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** Decimals that a frame needs, at most four. */
function decimalsOf(frame: number): number {
  return (/\.(\d{1,4}?)0*$/u.exec(frame.toFixed(4))?.[1] ?? "").replace(/^0+$/u, "").length;
}
