import { ruleMetas, rulePage } from "@usdkit/validate";
import { everyRule as rules } from "@usdkit/validate/stage";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../terminal/render-markdown.ts";
import { createStyle } from "@usdkit/command/terminal/style";
import { runCommand } from "../test-support/run-command.ts";

describe("explain", () => {
  test("prints the page of a rule", async () => {
    const { code, stdout, stderr } = await runCommand("usda-lint", ["explain", "duplicate-field"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^duplicate-field\n\nAn attribute or a metadata key authored twice in one place\.\n\n {2}severity {2}warning\n/,
    );
    expect(stdout).toContain(
      '        float focalLength = 50\n    }\n\n- `5:5` warning: "focalLength" is authored twice here',
    );
    expect(stdout).not.toContain("\x1b");
  });

  test("in colour if that is asked for", async () => {
    const { stdout } = await runCommand("usda-lint", ["explain", "duplicate-field", "--color"]);
    expect(stdout).toContain("\x1b[1mduplicate-field\x1b[22m");
    expect(stdout).not.toContain("`");
  });

  test("no page shows anything raw", async () => {
    for (const rule of rules) {
      const page = renderMarkdown(rulePage(rule), { style: createStyle(false), columns: 100 });
      expect(page).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ufeff]/);
    }
  });

  test("an unknown rule: the nearest one", async () => {
    const { code, stdout, stderr } = await runCommand("usda-lint", ["explain", "duplicate-feild"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('Unknown rule "duplicate-feild". Did you mean "duplicate-field"?');
    expect((await runCommand("usda-lint", ["explain", "\x1b[31m"])).stderr).toContain('Unknown rule "\\x1b[31m".');
    expect(await runCommand("usda-lint", ["explain"])).toMatchObject({ code: 2, stdout: "" });
    expect(await runCommand("usda-lint", ["explain", "a", "b"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("rules", () => {
  test("a line a rule", async () => {
    const { code, stdout } = await runCommand("usda-lint", ["rules"]);
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect([code, head]).toEqual([0, expect.stringMatching(/^rule +severity +effect +fix +profiles +finding$/)]);
    expect(lines.map((line) => line.split(/\s+/)[0])).toEqual(rules.map(({ meta }) => meta.id));
    for (const [i, { meta }] of rules.entries()) expect(lines[i]?.endsWith(`  ${meta.summary}`)).toBe(true);
  });

  test("as JSON", async () => {
    const { code, stdout } = await runCommand("usda-lint", ["rules", "--json"]);
    expect(code).toBe(0);
    expect((await runCommand("usda-lint", ["rules", "--format", "json"])).stdout).toBe(stdout);
    expect(JSON.parse(stdout)).toEqual(
      ruleMetas.map(({ id, summary, detail = null, severity, effect, profiles, fixable = null, sameAs = [] }) => {
        return { id, summary, detail, severity, effect, profiles, fixable, sameAs };
      }),
    );
  });

  test("another format", async () => {
    expect(await runCommand("usda-lint", ["rules", "--format", "xml"])).toMatchObject({ code: 2, stdout: "" });
  });
});
