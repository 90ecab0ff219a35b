/** Reads the fenced blocks of the pages. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";

export const root: string = resolve(import.meta.dirname, "../../..");

export interface Block {
  /** The page's path in the repository, with `/`. */
  readonly page: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** The word after the fence; empty if there is none. */
  readonly language: string;
  readonly code: string;
}

/** Returns all pages for users and contributors, without the generated pages of rules, which their own test runs. */
export function readPages(): string[] {
  const patterns = ["*.md", ".changeset/*.md", "docs/**/*.md", "packages/**/README.md", "test/**/*.md"];
  const isSkipped = (path: string): boolean =>
    /(?:^|\/)(?:node_modules|api|site|dist)$/.test(path.replaceAll(sep, "/"));
  return (
    globSync(patterns, { cwd: root, exclude: isSkipped })
      .map((path) => path.replaceAll(sep, "/"))
      // docs/packages has copies of READMEs while the site is built.
      .filter((path) => !/^docs\/(?:rules|packages)\//.test(path))
      .toSorted()
  );
}

export function readBlocks(page: string): Block[] {
  const lines = readFileSync(join(root, page), "utf8").split(/\r?\n/);
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const { indent, fence, language } =
      /^(?<indent> *)(?<fence>`{3,})(?<language>[^`]*)$/.exec(lines[i] ?? "")?.groups ?? {};
    if (indent === undefined || fence === undefined || language === undefined) continue;
    const end = lines.findIndex((line, at) => at > i && line.trim() === fence);
    if (end < 0) throw new Error(`${page}:${i + 1}: the block has no end`);
    const code = lines.slice(i + 1, end).map((line) => `${line.slice(indent.length)}\n`);
    blocks.push({ page, line: i + 1, language, code: code.join("") });
    i = end;
  }
  return blocks;
}
