import type { Finding } from "@usdkit/validate";

/** Where a finding is in its file: `4:13`, in a binary file `byte 582`. */
export function placeText({ start, offset }: Pick<Finding, "start" | "offset">): string {
  return offset === undefined ? `${start.line}:${start.column}` : `byte ${offset}`;
}

/** The prim or property of a finding: `/World/Chair.points`. */
export function specText({ primPath, property }: Pick<Finding, "primPath" | "property">): string {
  return property === null ? primPath : `${primPath}.${property}`;
}
