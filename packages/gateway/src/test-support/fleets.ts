/** A service in separate processes, and faults for it. */
import { GatewayProcess } from "./processes.ts";
import { startPostgres } from "./postgres-server.ts";

/** A service under fault injection. */
export interface Fleet {
  /** Base URLs; of two, each is another process if there are several. */
  readonly urls: () => readonly [string, string];
  /**
   * Kills some of its processes and restarts them.
   *
   * @param round From 0; selects the processes to kill.
   * @param random From 0 to 1.
   */
  disturb(round: number, random: () => number): Promise<void>;
  /** Restarts it, with leftovers removed. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** A single process and its folder. */
export async function startSqliteFleet(data: string): Promise<Fleet> {
  const start = (): Promise<GatewayProcess> => GatewayProcess.start(["--data", data]);
  let gateway = await start();
  return {
    urls: () => [gateway.url, gateway.url],
    async disturb(_round, random) {
      const what = random();
      // Kills only workers: the service continues for a while.
      if (what < 0.7) gateway.killChildren();
      if (what < 0.3) await pause(150);
      await gateway.kill();
      gateway = await start();
    },
    async renew() {
      await gateway.stop();
      gateway = await start();
    },
    stop: () => gateway.stop(),
  };
}

/** A PostgreSQL server, two API and two worker processes. */
export async function startPostgresFleet(
  data: string,
  options: { readonly fsync?: boolean; readonly workers?: 0 | 2 } = {},
): Promise<Fleet> {
  const server = await startPostgres(options);
  const database = server.makeDatabase("service");
  const start = async (role: string): Promise<GatewayProcess> => {
    const args = ["--database", database, "--data", data, "--role", role];
    for (let tries = 0; ; tries++) {
      try {
        return await GatewayProcess.start(args);
      } catch (error) {
        // The database may just have been killed.
        if (tries > 10) throw error;
      }
    }
  };
  const apis = await Promise.all([start("api"), start("api")]);
  const workers = options.workers === 0 ? [] : await Promise.all([start("worker"), start("worker")]);
  const killApi = async (at: 0 | 1): Promise<void> => {
    await apis[at].kill();
    apis[at] = await start("api");
  };
  const killWorker = async (at: 0 | 1): Promise<void> => {
    await workers[at]?.kill();
    workers[at] = await start("worker");
  };
  const killServer = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };
  return {
    urls: () => [apis[0].url, apis[1].url],
    async disturb(round, random) {
      const at = random() < 0.5 ? 0 : 1;
      const kinds: readonly (() => Promise<unknown>)[] = [
        () => killWorker(at),
        killServer,
        () => killApi(at),
        () => Promise.all([killApi(at), killWorker(at)]),
        () => Promise.all([killServer(), killApi(at), killWorker(at)]),
        async () => workers.forEach((worker) => worker.killChildren()),
      ];
      await kinds[round % kinds.length]?.();
    },
    async renew() {
      await Promise.all([...apis, ...workers].map((each) => each.stop()));
      const again = await GatewayProcess.start(["--database", database, "--data", data, "--orphan-age", "1"]);
      apis[0] = again;
      apis[1] = again;
    },
    async stop() {
      await Promise.all([...apis, ...workers].map((each) => each.stop()));
      await server[Symbol.asyncDispose]();
    },
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
