import { readFileSync } from "node:fs";

/** What the checks read of a package.json. */
export interface Manifest {
  name: string;
  isPrivate: boolean;
  /** Commands without dependencies: what they import is bundled. */
  isSelfContained: boolean;
  /** A private package without dependencies: only the workspace runs it, so that development dependencies are enough. */
  isTool: boolean;
  runtime: ReadonlySet<string>;
  all: ReadonlySet<string>;
  /** Its `imports`: a name → the files that a condition chooses from. */
  own: ReadonlyMap<string, readonly string[]>;
}

/** Reads a package.json. */
export function readManifest(path: string): Manifest {
  const json = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const names = (field: string): string[] => Object.keys((json[field] as object | undefined) ?? {});
  const runtime = ["dependencies", "peerDependencies", "optionalDependencies"].flatMap(names);
  return {
    name: String(json["name"]),
    isPrivate: json["private"] === true,
    isTool: json["private"] === true && !("dependencies" in json),
    isSelfContained: "bin" in json && !("dependencies" in json),
    runtime: new Set(runtime),
    all: new Set([...runtime, ...names("devDependencies")]),
    own: new Map(Object.entries((json["imports"] as object | undefined) ?? {}).map(([name, to]) => [name, paths(to)])),
  };
}

/** The paths in a value of `imports`, whatever conditions lead to them. */
function paths(to: unknown): string[] {
  if (typeof to === "string") return [to];
  return typeof to === "object" && to !== null ? Object.values(to).flatMap(paths) : [];
}
