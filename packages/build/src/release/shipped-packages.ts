// The packages of others that users get: the dependencies that npm installs for them, and what the build puts into bundles.

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../..");

/** A component of a CycloneDX document; only what is read here. */
export interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

/** A CycloneDX document, as pnpm writes it. */
export interface Bom {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [other: string]: unknown;
}

/** Returns the document of all packages that users get. Run `build` first: bundles list what is in them. */
export function readBom(): Bom {
  const installed = pnpmBom("--prod");
  const all = pnpmBom();
  const bundled = bundledPackages();
  if (bundled.size === 0) throw new Error("no bundle lists its packages: run the build script first");
  const known = new Set(installed.components.map((component) => component["bom-ref"]));
  const added = all.components.filter(
    (component) => bundled.has(`${nameOf(component)} ${component.version}`) && !known.has(component["bom-ref"]),
  );
  const shipped = new Set([...known, ...added.map((component) => component["bom-ref"])]);
  const dependencies = all.dependencies.filter(({ ref }) => shipped.has(ref));
  return {
    ...installed,
    components: [...installed.components, ...added].toSorted((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1)),
    dependencies: dependencies.map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => shipped.has(each)),
    })),
  };
}

/** `@scope/name` */
export function nameOf({ group, name }: Component): string {
  return group === undefined || group === "" ? name : `${group}/${name}`;
}

/** The licence of a component, as an SPDX expression where its manifest has one. */
export function licenseOf({ licenses = [] }: Component): string {
  return licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "")
    .filter((text) => text !== "")
    .join(" AND ");
}

/** `name version` of all that bundles contain, from the licence texts next to them. */
function bundledPackages(): ReadonlySet<string> {
  const files = globSync("packages/*/dist/**/THIRD-PARTY-LICENSES.txt", { cwd: root });
  const headings = files.flatMap((file) =>
    `\n${readFileSync(join(root, file), "utf8")}`
      .split(/\n-{80}\n/)
      .flatMap((text) => /^\s*(\S+ \d\S*)\n/.exec(text)?.[1] ?? []),
  );
  return new Set(headings);
}

function pnpmBom(...flags: string[]): Bom {
  const self = process.env["npm_execpath"];
  if (self === undefined) throw new Error("run this through pnpm");
  const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", ...flags];
  const [command, first] = /\.[cm]?js$/.test(self) ? [process.execPath, [self]] : [self, []];
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`pnpm sbom: exit code ${status}\n${stderr}`);
  return JSON.parse(stdout) as Bom;
}
