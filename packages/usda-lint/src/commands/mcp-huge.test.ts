// Results that do not fit: each tool stays within `maxBytes`, and its pages have everything.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../test-support/mcp-client.ts";

const PRIMS = 25;
const MAX_BYTES = 2048;

/** A scene with many prims, problems and findings, and one string that fits into no page. */
function scene(value: number): string {
  const prims = Array.from(
    { length: PRIMS },
    (_, i) =>
      `def Sphere "Prim_with_a_long_name_${i}" (\n    references = @./missing_${i}.usda@\n)\n{\n    double radius = ${value}\n}\n`,
  );
  return `#usda 1.0\n${prims.join("")}def "Long"\n{\n    string text = "${"x".repeat(100_000)}"\n}\n`;
}

/** Calls a tool until it has no further page; returns how many rows its lists have. */
async function rowsOf(
  call: Awaited<ReturnType<typeof connect>>["call"],
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<number> {
  let [pages, rows] = [0, 0];
  let next: unknown;
  do {
    const { data, bytes, isError, text } = await call(name, {
      ...args,
      maxBytes: MAX_BYTES,
      ...(next !== undefined && { next }),
    });
    expect({ name, text: isError ? text : "" }).toEqual({ name, text: "" });
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    for (const list of Object.values(data)) if (Array.isArray(list)) rows += list.length;
    ({ next } = data);
    pages++;
  } while (next !== undefined && pages < 2 * PRIMS);
  expect(next).toBeUndefined();
  return rows;
}

const edits = Array.from({ length: PRIMS }, (_, i) => ({
  op: "set",
  path: `/Prim_with_a_long_name_${i}.radius`,
  value: i + 10,
}));

test.each<[string, Readonly<Record<string, unknown>>, number]>([
  ["usd_overview", {}, 2 * PRIMS],
  ["usd_query", { expression: "//" }, PRIMS + 1],
  ["usd_read", { prim: "/Prim_with_a_long_name_7", depth: 1 }, 1],
  ["usd_read", { prim: "/Long" }, 1],
  ["usd_explain", { path: "/Long.text" }, 1],
  ["usd_check", {}, PRIMS],
  ["usd_diff", { other: "other.usda" }, PRIMS],
  ["usd_edit", { edits, dryRun: true }, 0],
  ["usd_fix", { dryRun: true }, 0],
])("%s of a scene that does not fit", async (name, args, least) => {
  const { root, call } = await connect({ write: true });
  writeFileSync(join(root, "huge.usda"), scene(1));
  writeFileSync(join(root, "other.usda"), scene(2));
  const rows = await rowsOf(call, name, { file: "huge.usda", ...args });
  expect(rows).toBeGreaterThanOrEqual(least);
  expect(readFileSync(join(root, "huge.usda"), "utf8")).toBe(scene(1));
});
