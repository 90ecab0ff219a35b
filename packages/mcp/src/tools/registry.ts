import { check } from "./check.ts";
import { convert } from "./convert.ts";
import { diff } from "./diff.ts";
import { edit } from "./edit.ts";
import { explain } from "./explain.ts";
import { fix } from "./fix.ts";
import { merge } from "./merge.ts";
import { overview } from "./overview.ts";
import { pack } from "./pack.ts";
import { query } from "./query.ts";
import { read } from "./read.ts";
import { render } from "./render.ts";
import type { Tool } from "./tool.ts";

/** Every tool of the server, in the order in which clients list them. */
export const everyTool: readonly Tool[] = [
  overview,
  query,
  read,
  explain,
  check,
  diff,
  render,
  edit,
  fix,
  merge,
  convert,
  pack,
];
