/** Arguments about files of a mesh, and about limits. */
import type { Options } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";

export interface FileArguments {
  variant?: string[];
  session?: string;
  materialVariant?: string;
  animation?: string;
  limit?: string[];
}

/** The options of {@link FileArguments}. */
export const fileOptions: Readonly<Record<string, Options>> = {
  "material-variant": { type: "string", describe: "Name of a material variant of the glTF files that are drawn" },
  animation: {
    type: "string",
    describe:
      "Name of the animation of a glTF file whose seconds --time, --frames and --animate mean; default: the first",
  },
  limit: {
    type: "string",
    array: true,
    describe: "NAME=NUMBER: another limit on what is read or drawn, as in triangles=2e8; repeatable",
  },
};

/** @throws {UsageError} for an argument that does not fit a kind of file */
export function checkFileArguments(
  { variant, session, materialVariant, animation }: FileArguments,
  kind: "asset" | "service" | "stage",
): void {
  if (kind === "stage" && materialVariant !== undefined) {
    throw new UsageError("--material-variant is of glTF files: of a stage use --variant /Prim{set=selection}");
  }
  if (kind === "asset" && variant !== undefined) {
    throw new UsageError("--variant is of stages: of a glTF file use --material-variant NAME");
  }
  if (kind === "asset" && session !== undefined) throw new UsageError("--session is of stages, not of other files");
  if (kind !== "asset" && animation !== undefined) {
    throw new UsageError("--animation is of a glTF file; the times of a stage are time codes");
  }
}
