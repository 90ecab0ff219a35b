/** Shared by matchers with a golden file: its path, whether it is written, and the messages of failures. */
import { goldenPath, removeBeside, shownPath, writeGolden } from "../golden/golden-file.ts";
import { goldenOfTest } from "../golden/golden-name.ts";
import { useGolden } from "../golden/golden-use.ts";
import { claimGolden } from "../golden/same-golden.ts";
import { countWritten, updateMode, type UpdateMode } from "../golden/update-mode.ts";
import { failure, heading, type MatcherContext, type MatcherResult } from "../matcher/matcher.ts";
import { escapeText } from "../show/escape.ts";

/** A kind of golden file. */
export interface GoldenKind {
  readonly matcher: string;
  /** Noun for messages: `scene`. */
  readonly subject: string;
  /** With the dot. */
  readonly extension: string;
}

/** The content of a golden file to write. */
export interface GoldenContent {
  readonly content: string | Uint8Array;
  /** Compared if two tests write the same file; by default the content. */
  readonly identity?: Uint8Array | undefined;
}

/** One comparison with a golden file. */
export class GoldenTest {
  readonly path: string;
  readonly mode: UpdateMode;
  readonly #context: MatcherContext;
  readonly #kind: GoldenKind;
  readonly #title: string;

  private constructor(context: MatcherContext, kind: GoldenKind, path: string, title: string) {
    this.#context = context;
    this.#kind = kind;
    this.#title = title;
    this.path = path;
    this.mode = context.isNot === true ? "none" : updateMode(context);
  }

  /** @param file By default a file that is named after the test */
  static of(context: MatcherContext, kind: GoldenKind, file: string | undefined): GoldenTest | MatcherResult {
    const title = heading(context, kind.matcher, file === undefined ? "" : JSON.stringify(file));
    const fail = (text: string): MatcherResult => failure(context, () => escapeText(`${title}\n\n${text}`));
    if (file !== undefined && !file.endsWith(kind.extension)) {
      return fail(`Expected the name of a ${kind.extension} file, found ${JSON.stringify(file)}.`);
    }
    const path = file === undefined ? goldenOfTest(context, kind.extension) : goldenPath(context, file);
    if (path === undefined) return fail("The test has no name. Pass the path of the golden file.");
    useGolden(context, path);
    return new GoldenTest(context, kind, path, title);
  }

  get isNot(): boolean {
    return this.#context.isNot === true;
  }

  /** Relative to the working folder. */
  get shown(): string {
    return shownPath(this.path);
  }

  get howToUpdate(): string {
    const flags = "-u (vitest), --updateSnapshot (jest) or --test-update-snapshots (node:test)";
    return `If the ${this.#kind.subject} is right, run with ${flags} to write it to the golden file.`;
  }

  /** Returns a failure, also under `.not`. */
  fail(text: string): MatcherResult {
    return failure(this.#context, () => this.message(text));
  }

  message(text: string): string {
    return escapeText(`${this.#title}\n\n${text}`);
  }

  /** Returns the failure for a golden file that does not exist and is not written. */
  failMissing(): MatcherResult {
    const why =
      this.#context.isNot === true
        ? "and .not writes none"
        : "and none is written in CI: run the test once outside of CI, and commit the file";
    return this.fail(`There is no golden file ${this.shown}, ${why}.`);
  }

  /** Writes the golden file, and removes files that failures wrote next to it. */
  write(what: "added" | "updated", { content, identity }: GoldenContent): MatcherResult {
    if (!claimGolden(this.#context, this.path, identity ?? content)) {
      return this.fail(
        `Another test of this file wrote another ${this.#kind.subject} to the golden file ${this.shown} in this run.`,
      );
    }
    writeGolden(this.path, content);
    removeBeside(this.path);
    countWritten(this.#context, what);
    console.info(`${what === "added" ? "New golden file" : "Updated golden file"} ${escapeText(this.shown)}`);
    return { pass: true, message: () => "" };
  }
}
