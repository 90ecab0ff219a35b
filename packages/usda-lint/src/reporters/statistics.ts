import { counted } from "@usdkit/base";
import type { Finding } from "@usdkit/validate";

/** Counts findings by rule. */
export class Statistics {
  readonly #rules = new Map<string, { errors: number; warnings: number; infos: number; total: number }>();

  add(findings: readonly Finding[]): void {
    for (const { rule, severity } of findings) {
      const counts = this.#rules.get(rule) ?? { errors: 0, warnings: 0, infos: 0, total: 0 };
      counts[`${severity}s`]++;
      counts.total++;
      this.#rules.set(rule, counts);
    }
  }

  /** Returns a line for each rule, the most frequent one first: `  12  duplicate-field  12 warnings`. */
  lines(): string[] {
    const rows = [...this.#rules].sort(([a, x], [b, y]) => y.total - x.total || (a < b ? -1 : 1));
    const width = String(rows[0]?.[1].total ?? 0).length;
    const longest = Math.max(0, ...rows.map(([rule]) => rule.length));
    return rows.map(([rule, counts]) => {
      const parts = (["error", "warning", "info"] as const)
        .map((severity) => ({ severity, number: counts[`${severity}s`] }))
        .filter(({ number }) => number > 0)
        .map(({ severity, number }) => counted(number, severity));
      return `${String(counts.total).padStart(width)}  ${rule.padEnd(longest)}  ${parts.join(", ")}`;
    });
  }
}
