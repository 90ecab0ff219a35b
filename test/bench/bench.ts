// Speed and memory of @usdkit/usda compared with its peers, and of the other packages; docs/benchmarks.md describes the method.
//
//   pnpm bench [SUITE…] [--only SUITE,…] [--input NAME,…] [--quick] [--built] [--before CHECKOUT] [--json FILE]
//
// A target that is missed does not fail the run: machines differ. A crash of ours does.

import { writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release } from "node:os";
import { parseArgs } from "node:util";
import { printHeading, printRow, type Row } from "./report.ts";
import { assets } from "./suites/assets.ts";
import { batch } from "./suites/batch.ts";
import { builder } from "./suites/builder.ts";
import { client } from "./suites/client.ts";
import { composedLibrary } from "./suites/composed-library.ts";
import { cold } from "./suites/cold.ts";
import { lint } from "./suites/lint.ts";
import { gateway } from "./suites/gateway.ts";
import { convert } from "./suites/convert.ts";
import { publish } from "./suites/publish.ts";
import { gatewayService } from "./suites/gateway-service.ts";
import { library } from "./suites/library.ts";
import { crate } from "./suites/crate.ts";
import { diff } from "./suites/diff.ts";
import { edit } from "./suites/edit.ts";
import { lintComposed } from "./suites/lint-composed.ts";
import { lintFiles } from "./suites/lint-files.ts";
import { lintUsd } from "./suites/lint-usd.ts";
import { languageServer } from "./suites/language-server.ts";
import { linear } from "./suites/linear.ts";
import { memory } from "./suites/memory.ts";
import { merge } from "./suites/merge.ts";
import { open, print, touch } from "./suites/open.ts";
import { stream } from "./suites/stream.ts";
import { download, upload } from "./suites/transfer.ts";
import { raster } from "./suites/raster.ts";
import { stage } from "./suites/stage.ts";
import { stageImages } from "./suites/stage-images.ts";
import type { Suite } from "./suites/suite.ts";
import { thumbnails } from "./suites/thumbnails.ts";
import { view } from "./suites/view.ts";

const suites: Readonly<Record<string, Suite>> = {
  open,
  touch,
  print,
  memory,
  crate,
  diff,
  edit,
  merge,
  builder,
  assets,
  convert,
  publish,
  lint,
  "lint-files": lintFiles,
  batch,
  "composed-library": composedLibrary,
  "lint-composed": lintComposed,
  "lint-usd": lintUsd,
  cold,
  "language-server": languageServer,
  linear,
  client,
  stream,
  upload,
  download,
  raster,
  stage,
  "stage-images": stageImages,
  thumbnails,
  view,
  gateway,
  "gateway-service": gatewayService,
  library,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    input: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
    built: { type: "boolean", default: false },
    before: { type: "string" },
    json: { type: "string" },
  },
});
const list = (text: string): string[] => text.split(",").filter((item) => item !== "");
const chosen = [...positionals, ...list(values.only)];
const unknown = chosen.filter((name) => suites[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. The suites are ${Object.keys(suites).join(", ")}.`);
  process.exit(2);
}

const rows: Row[] = [];
const machine = {
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  load: loadavg()[0],
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
};
console.log(
  `${machine.cpu}, ${machine.cores} cores, load ${machine.load?.toFixed(1)}, ${machine.system}, Node ${machine.node}`,
);
console.log("Least of all repeats; ratios are the peer's time over ours (more is better).\n");
printHeading();
for (const name of chosen.length > 0 ? chosen : Object.keys(suites)) {
  await suites[name]?.({
    quick: values.quick,
    built: values.built,
    before: values.before,
    inputs: list(values.input),
    report: (row) => {
      rows.push(row);
      printRow(row);
    },
  });
}

const count = (test: (row: Row) => boolean): number => rows.filter(test).length;
const crashes = count((row) => row.crashed === true);
console.log(
  `\n${count((row) => row.met === true)} met, ${count((row) => row.met === false)} missed, ${crashes} crashed`,
);
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ machine, options: values, rows }, undefined, 2)}\n`);
}
if (crashes > 0) process.exitCode = 1;
