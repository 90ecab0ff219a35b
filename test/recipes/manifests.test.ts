// The recipes for those who run the gateway: they parse, their flags are those of the command, and kubernetes-validate accepts them
// where it is installed (PyPI: kubernetes-validate).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseArguments } from "../../packages/command/src/cli/parse-arguments.ts";
import { serveCommand } from "../../packages/gateway/src/serve-command.ts";

const folder = join(import.meta.dirname, "../../docs/recipes");
const MANIFESTS = join(folder, "gateway/kubernetes/gateway.yaml");

interface Container {
  readonly args: readonly string[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: Readonly<Record<string, unknown>>;
}
interface Resource {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

test("the flags of the containers are those of spatial-gateway", () => {
  const resources = parseAllDocuments(readFileSync(MANIFESTS, "utf8")).map((each) => each.toJS() as Resource);
  const containers = resources
    .filter(({ kind }) => kind === "Deployment")
    .flatMap(({ spec }) => spec.template.spec.containers);
  expect(containers).toHaveLength(2);
  for (const { args, resources: needs, securityContext } of containers) {
    expect(parseArguments(serveCommand, [...args])).toMatchObject({ data: "/data" });
    expect(needs.limits.memory).toMatch(/^\dGi$/u);
    expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  }
  const compose = parse(readFileSync(join(folder, "gateway/compose.yaml"), "utf8"), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly command?: readonly string[]; readonly read_only?: boolean }>>;
  };
  const roles = ["api", "worker"].map((name) => {
    const { command = [], read_only } = compose.services[name] ?? {};
    expect(read_only).toBe(true);
    return parseArguments(serveCommand, [...command])["role"];
  });
  expect(roles).toEqual(["api", "worker"]);
});

const VALIDATE = process.env["KUBERNETES_VALIDATE"] ?? "kubernetes-validate";
const isInstalled = spawnSync(VALIDATE, ["--version"]).status === 0;
if (!isInstalled) console.warn("kubernetes-validate is not on the PATH: what it checks is skipped.");

test.skipIf(!isInstalled)("kubernetes-validate accepts the manifests", () => {
  const { status, stdout, stderr } = spawnSync(VALIDATE, ["--strict", MANIFESTS], { encoding: "utf8" });
  expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" });
});

test("the simulation repeats the shards of lost machines, and says the same for the same seed", () => {
  const script = join(folder, "plan/simulate.mjs");
  const simulate = (...args: string[]): Record<string, number> => {
    const sizes = ["--json", "--files", "1000000", "--shards", "1000", "--machines", "4", "--cores", "4"];
    const { stdout, stderr } = spawnSync(process.execPath, [script, ...sizes, ...args], { encoding: "utf8" });
    expect(stderr).toBe("");
    return JSON.parse(stdout) as Record<string, number>;
  };
  const quiet = simulate("--losses", "0");
  expect(quiet).toMatchObject({ lostMachines: 0, repeatedShards: 0 });
  // 1,000 shards of 1,000 files, each 1.5 s to start and 0.6 s of work, on 16 cores.
  expect(quiet["coreHours"]).toBeCloseTo((1000 * 2.1) / 3600, 1);
  const lossy = simulate("--losses", "60");
  expect(lossy["repeatedShards"]).toBeGreaterThan(0);
  expect(lossy["minutes"]).toBeGreaterThan(quiet["minutes"] ?? 0);
  expect(simulate("--losses", "60")).toEqual(lossy);
});
