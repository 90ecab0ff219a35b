/** The report of `usda-lint --format json`, as far as tools show it. */
import { createHash } from "node:crypto";
import { z } from "zod";

const place = z.object({ line: z.number(), column: z.number() });

const schema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      diagnostics: z.array(
        z.object({
          rule: z.string(),
          severity: z.string(),
          message: z.string(),
          primPath: z.string().nullish(),
          property: z.string().nullish(),
          range: z.object({ start: place }).nullish(),
          hint: z.string().nullish(),
          fixes: z.array(z.unknown()).nullish(),
        }),
      ),
    }),
  ),
  summary: z.object({ errors: z.int(), warnings: z.int(), infos: z.int(), fixable: z.int() }),
});

/** A finding, without what it does not have. */
export type Finding = Readonly<Record<string, unknown>> & { readonly rule: string; readonly severity: string };

/** The findings of a run. */
export interface LintReport {
  /** SHA-256 of the report: pages are of one. */
  readonly digest: string;
  /** The files that were checked, as the command names them. */
  readonly files: readonly string[];
  readonly summary: Readonly<Record<"errors" | "warnings" | "infos" | "fixable", number>>;
  /** The most frequent first. */
  readonly rules: readonly { readonly rule: string; readonly severity: string; readonly count: number }[];
  readonly findings: readonly Finding[];
}

/** Reads a report. */
export function readReport(json: string): LintReport {
  const { files, summary } = schema.parse(JSON.parse(json));
  const findings: Finding[] = [];
  const counts = new Map<string, { rule: string; severity: string; count: number }>();
  for (const { path: file, diagnostics } of files) {
    for (const { rule, severity, message, primPath, property, range, hint, fixes } of diagnostics) {
      findings.push({
        file,
        ...range?.start,
        rule,
        severity,
        message,
        ...given({ prim: primPath, property, hint }),
        ...((fixes?.length ?? 0) > 0 && { fixable: true }),
      });
      const key = `${rule} ${severity}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { rule, severity, count: 1 });
      else known.count++;
    }
  }
  const { errors, warnings, infos, fixable } = summary;
  const rules = [...counts.values()].sort((a, b) => b.count - a.count);
  const digest = createHash("sha256").update(json).digest("hex");
  return {
    digest,
    files: files.map(({ path }) => path),
    summary: { errors, warnings, infos, fixable },
    rules,
    findings,
  };
}

function given(fields: Readonly<Record<string, string | null | undefined>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
