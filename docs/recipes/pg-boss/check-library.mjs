// Checks a library with workers on PostgreSQL:
//
//   node check-library.mjs submit LIBRARY REPORTS SHARDS   adds a job for each shard
//   node check-library.mjs work                            does jobs until none is left; on as many machines as there are
//   node check-library.mjs join REPORTS                    prints the joined report
//
// DATABASE_URL names the database, USDA_LINT the command (default: usda-lint). Machines share the folders.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PgBoss } from "pg-boss";

const QUEUE = "check-library";
/** A job whose worker is lost is another worker's after this time. */
const LIMITS = { retryLimit: 3, retryDelay: 1, expireInSeconds: 900 };
const [program, ...first] = (process.env.USDA_LINT ?? "usda-lint").split(" ");

/** @throws {Error} if the command failed; findings are no failure */
function usdaLint(args, cwd = process.cwd()) {
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0 && status !== 1) throw error ?? new Error(stderr);
  return stdout;
}

function check({ library, reports, shard, shards }) {
  const report = resolve(reports, `report-${shard}.json`);
  usdaLint([".", "--no-composed", "--shard", `${shard}/${shards}`, "--format", `json=${report}`], library);
}

async function submit(boss, library, reports, count) {
  const shards = Number(count);
  mkdirSync(reports, { recursive: true });
  // A shard that is submitted twice is checked twice, and has the same report.
  const jobs = Array.from({ length: shards }, (_, i) => ({
    data: { library, reports, shard: i + 1, shards },
    ...LIMITS,
  }));
  await boss.insert(QUEUE, jobs);
}

async function work(boss) {
  for (;;) {
    const [job] = await boss.fetch(QUEUE);
    if (job === undefined) {
      // A job that has failed waits before it is tried again.
      const [stats] = await boss.getQueueStats(QUEUE);
      if (stats === undefined || stats.deferredCount === 0) return;
      await setTimeout(500);
      continue;
    }
    try {
      check(job.data);
      await boss.complete(QUEUE, job.id);
    } catch (error) {
      await boss.fail(QUEUE, job.id, { message: error.message });
    }
  }
}

const [command, ...args] = process.argv.slice(2);
if (command === "join") {
  const [reports] = args;
  const files = readdirSync(reports).filter((name) => /^report-\d+\.json$/.test(name));
  process.stdout.write(usdaLint(["merge-reports", ...files.map((name) => join(reports, name)), "--format", "json"]));
} else {
  const boss = new PgBoss(process.env.DATABASE_URL);
  boss.on("error", console.error);
  await boss.start();
  await boss.createQueue(QUEUE, LIMITS);
  await { submit, work }[command](boss, ...args);
  await boss.stop();
}
