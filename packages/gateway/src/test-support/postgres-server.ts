/** A temporary PostgreSQL server for a test, from the system's programs. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** A running server, with a superuser `gateway` and its password. */
export interface PostgresServer extends AsyncDisposable {
  /** Creates a database, empty or as a copy of another unused one. Returns its URL. */
  makeDatabase(name: string, template?: string): string;
  /** Kills all of its processes (SIGKILL), as a power failure would; `start` restarts it. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

const PASSWORD = "p@ss:w/rd";

/** The folder of its programs, or why there is none. */
function findPrograms(): { readonly folder: string } | { readonly reason: string } {
  const inPath = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => existsSync(join(folder, "initdb")));
  const [newest] = globSync("/usr/lib/postgresql/*/bin/initdb").toSorted().toReversed().map(dirname);
  const folder = newest ?? inPath[0];
  if (folder === undefined) return { reason: "PostgreSQL is not installed (Debian's package is postgresql)" };
  if (process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).status !== 0) {
    return { reason: "PostgreSQL does not run as root, and there is no setpriv" };
  }
  return { folder };
}

const found = findPrograms();

/** Why the server cannot run; undefined if it can. */
export const noPostgres: string | undefined = "reason" in found ? found.reason : undefined;

/** Starts a server in a temporary folder, on a free port. */
export async function startPostgres(options: { readonly fsync?: boolean } = {}): Promise<PostgresServer> {
  if ("reason" in found) throw new Error(found.reason);
  const home = mkdtempSync(join(tmpdir(), "usdkit-postgres-"));
  // PostgreSQL does not run as root: the folder belongs to its own user.
  const asUser = process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : [];
  if (asUser.length > 0) run("chown", ["postgres", home]);
  chmodSync(home, 0o755);
  const data = join(home, "data");
  const program = (name: string, args: readonly string[]): [string, string[]] => {
    const [command = "", ...rest] = [...asUser, join(found.folder, name), ...args];
    return [command, rest];
  };
  const passwordFile = join(home, "password");
  writeFileSync(passwordFile, PASSWORD);
  const access = ["-U", "gateway", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  run(...program("initdb", ["-D", data, ...access, "-E", "UTF8", "--locale=C", "--no-sync"]));
  const port = await freePort();
  const sets = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${home}`, "max_connections=200"];
  if (options.fsync !== true) sets.push("fsync=off");
  const url = (database: string): string =>
    `postgres://gateway:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const psql = (text: string): string => run(join(found.folder, "psql"), ["-q", "-X", "-c", text, url("postgres")]);
  const isReady = (): boolean =>
    spawnSync(join(found.folder, "pg_isready"), ["-q", "-d", url("postgres")]).status === 0;
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    for (let tries = 0; tries < 200; tries++) {
      // It does not start while processes of a killed server remain.
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
        server = spawn(...program("postgres", ["-D", data, ...sets.flatMap((set) => ["-c", set])]), {
          stdio: "ignore",
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (isReady()) return;
    }
    throw new Error("PostgreSQL did not start");
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    const children = signal === "SIGKILL" ? childrenOf(server.pid) : [];
    server.kill(signal);
    for (const child of children) killQuietly(child);
    await ended;
  };
  await start();
  return {
    makeDatabase(name, template = "template0") {
      psql(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
      return url(name);
    },
    kill: () => end("SIGKILL"),
    start,
    async [Symbol.asyncDispose]() {
      await end("SIGQUIT");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Returns the running child processes of a process. */
export function childrenOf(pid: number | undefined): readonly number[] {
  if (pid === undefined) return [];
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** Sends SIGKILL; ignores processes that have ended. */
export function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
