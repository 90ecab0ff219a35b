// The container image of usda-lint, from the built package and packages/usda-lint/container: builds it with podman, buildah or
// docker, whichever works on this machine, and runs the commands in it. Run `build` first. `--base IMAGE` replaces the base
// image, for machines that reach no registry of images.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

interface Result {
  readonly status: number | null;
  readonly output: string;
}

/** How a program builds the image, and runs a command in a container that sees a folder as /work. */
interface Tool {
  readonly name: string;
  /** Fails if the program is missing or has no daemon. */
  readonly probe: readonly string[];
  readonly build: readonly string[];
  readonly run: (image: string, folder: string, command: string, args: readonly string[]) => Result;
}

const IMAGE = "localhost/usda-lint-trial";
const root = resolve(import.meta.dirname, "../../../..");
const folder = join(root, "packages/usda-lint");
const { values } = parseArgs({ options: { base: { type: "string" } } });
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
const temp = mkdtempSync(join(tmpdir(), "container-"));

try {
  if (!existsSync(join(folder, "dist/bin/usda-lint.js")))
    throw new Error("usda-lint is not built: run the build script first");
  const tool = [runner("podman"), buildah(), runner("docker")].find(({ probe }) => exec(probe).status === 0);
  if (tool === undefined)
    console.log("The container image is not tried: neither podman, buildah nor docker works here.");
  else tryImage(tool);
} finally {
  rmSync(temp, { recursive: true, force: true });
}

function tryImage(tool: Tool): void {
  const context = join(temp, "context");
  mkdirSync(context);
  const self = process.env["npm_execpath"];
  if (self === undefined) throw new Error("run this through pnpm");
  const pnpm = /\.[cm]?js$/.test(self) ? [process.execPath, self] : [self];
  must(exec([...pnpm, "pack", "--pack-destination", context], folder));
  copyFileSync(join(folder, "container/Containerfile"), join(context, "Containerfile"));
  const base = values.base === undefined ? [] : ["--build-arg", `NODE_IMAGE=${values.base}`];
  const built = exec([...tool.build, ...base, "-t", IMAGE, "-f", join(context, "Containerfile"), context]);
  if (
    built.status !== 0 &&
    values.base === undefined &&
    /pinging container registry|no such host|dial tcp/.test(built.output)
  ) {
    console.log("The container image is not tried: this machine reaches no registry of images (see --base).");
    return;
  }
  must(built);
  const work = join(temp, "work");
  mkdirSync(work, { mode: 0o755 });
  writeFileSync(join(work, "a.usda"), '#usda 1.0\ndef Xform "World" {\n    int x = "one"\n}\n');
  const expect = (command: string, args: readonly string[], status: number, text: string): void => {
    const result = tool.run(IMAGE, work, command, args);
    if (result.status === status && result.output.includes(text)) return;
    throw new Error(`${command} ${args.join(" ")} in the container: exit code ${result.status}\n${result.output}`);
  };
  expect("usda-lint", ["--version"], 0, version);
  expect("usda-lint", ["--profile", "usda", "a.usda"], 1, "a.usda:3:13");
  expect("usda", ["tree", "--help"], 0, "usda tree");
  expect("id", ["-u"], 0, "1000");
  console.log(`The container image works, with ${tool.name}.`);
}

function runner(name: "podman" | "docker"): Tool {
  return {
    name,
    probe: [name, "info"],
    build: [name, "build"],
    run: (image, work, command, args) => {
      const entry = command === "usda-lint" ? [] : ["--entrypoint", command];
      return exec([name, "run", "--rm", "-v", `${work}:/work:ro`, ...entry, image, ...args]);
    },
  };
}

/** Without a daemon, and without kernel support for containers if `BUILDAH_ISOLATION` is `chroot`. */
function buildah(): Tool {
  return {
    name: "buildah",
    probe: ["buildah", "info"],
    build: ["buildah", "build", "--pull=missing"],
    run: (image, work, command, args) => {
      const container = must(exec(["buildah", "from", "--pull=never", image])).trim();
      try {
        return exec(["buildah", "run", "-v", `${work}:/work:ro`, container, "--", command, ...args]);
      } finally {
        must(exec(["buildah", "rm", container]));
      }
    },
  };
}

function exec([command = "", ...args]: readonly string[], cwd = temp): Result {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

function must({ status, output }: Result): string {
  if (status !== 0) throw new Error(`exit code ${status}\n${output}`);
  return output;
}
