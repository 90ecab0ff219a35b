/** Composes root layers in one thread. What comes of a root is plain data, the same in every thread. */
import { parseLayerName } from "@usdkit/usd";
import { describeIoError } from "@usdkit/command/cli/errors";
import { resolveProfile, setVerdicts } from "@usdkit/validate";
import { isUsdProfile } from "./choose-roots.ts";
import { checkRoot } from "./check-root.ts";
import { hashOf, stampsOfTrace } from "./root-cache.ts";
import type { ComposedRoot, ComposerSettings, RootOutcome, RootTask } from "./root-outcome.ts";
import { newTrace, SharedFiles } from "./shared-files.ts";
import { plainFinding } from "./stage-spool.ts";

/** Composes roots, with the files that their stages share. */
export class RootComposer {
  readonly #options: ComposerSettings;
  readonly #files: SharedFiles;

  constructor(options: ComposerSettings) {
    this.#options = options;
    this.#files = new SharedFiles({ ...options.settings, maxKept: options.maxKept });
    for (const { file, bytes } of options.replaced) this.#files.replace(file, bytes);
  }

  /** The files of its stages. */
  get files(): SharedFiles {
    return this.#files;
  }

  async compose(task: RootTask): Promise<RootOutcome> {
    try {
      const root = await this.#compose(task);
      return root === undefined ? { kind: "skipped" } : { kind: "composed", root };
    } catch (error) {
      return { kind: "problem", problem: describeIoError(error) };
    }
  }

  async #compose({ file, options }: RootTask): Promise<ComposedRoot | undefined> {
    const { settings, composed, hashes } = this.#options;
    const { file: path, inner } = parseLayerName(file);
    const bytes = this.#files.read(path);
    const opened = bytes === undefined ? undefined : this.#files.open(bytes, inner);
    if (opened?.ok !== true) return undefined;
    const profile = resolveProfile(options.profile ?? "auto", opened.layer);
    if (composed === "usd" && !isUsdProfile(profile)) return undefined;
    const trace = newTrace();
    const { findings, ...checked } = await checkRoot({ root: file, profile, options }, settings, this.#files, trace);
    const found = findings.map(({ rule, finding: { severity } }) => ({ rule, severity }));
    return {
      checked,
      verdicts: isUsdProfile(profile) ? setVerdicts(found, profile) : undefined,
      findings: JSON.stringify(findings.map(plainFinding)),
      stamps: stampsOfTrace(trace, this.#files),
      read: Array.from(trace.read, ([each, content]) => [each, hashes ? hashOf(content) : null] as const),
      looked: [...trace.looked],
    };
  }
}
