import type { Finding } from "@usdkit/validate";

/** Returns the name of the picture of a finding: its prim on its stage; undefined for findings without one. */
export function pictureKey({ stage }: Finding): string | undefined {
  if (stage?.root === undefined || stage.prim === "/") return undefined;
  return `${stage.root}\0${stage.prim}`;
}
