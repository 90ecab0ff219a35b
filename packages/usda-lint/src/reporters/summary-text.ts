import { counted } from "@usdkit/base";
import type { Summary } from "./reporter.ts";

/** Returns `2 errors, 1 warning in 3 files, 1 fixable`. */
export function summaryText({ files, errors, warnings, infos, fixable, baselined = 0 }: Summary): string {
  const parts = [
    counted(errors, "error"),
    counted(warnings, "warning"),
    ...(infos > 0 ? [counted(infos, "info")] : []),
  ];
  return `${parts.join(", ")} ${where(files, baselined)}${fixable > 0 ? `, ${fixable} fixable` : ""}`;
}

/** Returns `in 3 files (2 more in the baseline)`. */
export function where(files: number, baselined: number): string {
  return `in ${counted(files, "file")}${baselined > 0 ? ` (${baselined} more in the baseline)` : ""}`;
}
