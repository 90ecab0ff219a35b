// Campaign in CI: an index that is brought up to date has the rows of one that is made at once.
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

const NAMES = ["a.usda", "b.usda", "sub/c.usda", "sub/d.usda", "tex/t.1001.png", "tex/t.1002.png", "tex/u.png"];

/** A layer that refers to others, or bytes. */
const content = (name: string): fc.Arbitrary<string> =>
  name.endsWith(".png")
    ? fc.constantFrom("x", "y")
    : fc
        .record({
          references: fc.uniqueArray(fc.constantFrom("a.usda", "b.usda", "sub/c.usda", "none.usda"), { maxLength: 2 }),
          texture: fc.constantFrom("tex/t.<UDIM>.png", "tex/u.png", "../outside.png", "https://a.example/x.png"),
          size: fc.integer({ min: 1, max: 3 }),
          isStage: fc.boolean(),
        })
        .map(({ references, texture, size, isStage }) => {
          const up = name.includes("/") ? "../" : "./";
          const arcs = references.map((each) => `@${up}${each}@</A>`).join(", ");
          const head = isStage ? `(\n    defaultPrim = "A"\n)\n` : "";
          const list = references.length === 0 ? "" : ` (\n    references = [${arcs}]\n)`;
          return `#usda 1.0\n${head}def Cube "A"${list}\n{\n    double size = ${size}\n    asset t = @${texture.startsWith("https") ? texture : up + texture}@\n}\n`;
        });

const step = fc
  .constantFrom(...NAMES)
  .chain((name) =>
    fc.oneof(
      { weight: 4, arbitrary: content(name).map((text) => ({ kind: "write" as const, name, text })) },
      { weight: 1, arbitrary: fc.constant({ kind: "remove" as const, name }) },
      { weight: 1, arbitrary: fc.constantFrom(...NAMES).map((to) => ({ kind: "rename" as const, name, to })) },
      { weight: 1, arbitrary: fc.constant({ kind: "index" as const }) },
    ),
  );

/** The rows of a database, with paths in the place of ids. */
function rowsOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row))
      .sort();
  try {
    return {
      files: all("SELECT path, size, hash, kind, encoding, default_prim, prim_count, problem FROM files"),
      dependencies: all(`SELECT f.path, arc, authored, wanted, t.path AS target, state FROM dependencies d
        JOIN files f ON f.id = d.file LEFT JOIN files t ON t.id = d.target`),
      bounds: all("SELECT f.path, b.state, min_x, max_x FROM bounds b JOIN files f ON f.id = b.file"),
      rows: all(`SELECT f.path, 'prim' AS what, p.path AS name FROM prims p JOIN files f ON f.id = p.file
        UNION ALL SELECT f.path, 'type', type || prims FROM types JOIN files f ON f.id = file
        UNION ALL SELECT f.path, 'finding', rule FROM findings JOIN files f ON f.id = file`),
    };
  } finally {
    database.close();
  }
}

test("after any changes, an update gives the rows of a new index", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      using folder = new TestFolder({ "outside.png": "o", "lib/a.usda": "#usda 1.0\n" });
      const index = async (output: string): Promise<void> => {
        const args = ["index", "lib", "-o", output, "--jobs", "1", "--no-config"];
        const { code, stderr } = await runCommand("usda", args, { cwd: folder.path });
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      };
      await index("kept.sqlite");
      for (const [i, each] of [...steps, { kind: "index" as const }].entries()) {
        if (each.kind === "index") {
          await index("kept.sqlite");
          continue;
        }
        const place = join(folder.path, "lib", each.name);
        if (each.kind === "remove") rmSync(place, { force: true });
        else if (each.kind === "rename") {
          const to = join(folder.path, "lib", each.to);
          mkdirSync(dirname(to), { recursive: true });
          try {
            renameSync(place, to);
          } catch {
            // There is none.
          }
        } else {
          mkdirSync(dirname(place), { recursive: true });
          writeFileSync(place, each.text);
          // Long ago, each time another second: only size and time tell.
          utimesSync(place, 1000 + i, 1000 + i);
        }
      }
      await index("new.sqlite");
      expect(rowsOf(join(folder.path, "kept.sqlite"))).toEqual(rowsOf(join(folder.path, "new.sqlite")));
    }),
    { numRuns: 60 },
  );
});
