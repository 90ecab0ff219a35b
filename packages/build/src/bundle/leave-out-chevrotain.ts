// A plugin for the bundles of our commands: leaves out the modules of chevrotain that our parser never calls (its lexer,
// the recording and analysis of rules, syntax trees, error recovery and messages), three quarters of its code. Methods of
// chevrotain's parser refer to them, so a bundler keeps them.

import { readFileSync } from "node:fs";
import type { Plugin } from "rolldown";

/**
 * What chevrotain reads or calls of these modules while it constructs a parser. Their other exports become `undefined`,
 * so that an update of chevrotain that calls one fails immediately.
 */
const REPLACED: Readonly<Record<string, string>> = {
  "chevrotain/lib/src/scan/lexer_public": "export const Lexer = { NA: /NOT_APPLICABLE/ };",
  "chevrotain/lib/src/parse/parser/traits/gast_recorder":
    "export class GastRecorder { initGastRecorder() { this.RECORDING_PHASE = false; } }",
  "chevrotain/lib/src/parse/parser/traits/recoverable":
    "export class Recoverable { initRecoverable() { this.recoveryEnabled = false; } }",
  "chevrotain/lib/src/parse/parser/traits/tree_builder":
    "export class TreeBuilder { initTreeBuilder() { this.outputCst = false; } cstInvocationStateUpdate() {} cstFinallyStateUpdate() {} }",
  "chevrotain/lib/src/parse/errors_public": "",
  "chevrotain/lib/src/parse/grammar/checks": "",
  "chevrotain/lib/src/parse/grammar/follow": "",
  "chevrotain/lib/src/parse/grammar/gast/gast_resolver_public": "",
  "chevrotain/lib/src/parse/grammar/interpreter": "",
  "chevrotain/lib/src/parse/grammar/llk_lookahead": "",
  "chevrotain/lib/src/parse/grammar/lookahead": "",
  "@chevrotain/gast/lib/src/api": "export class GAstVisitor {}",
};

const MODULE = /node_modules[\\/]((?:@chevrotain[\\/]gast|chevrotain)[\\/]lib[\\/]src[\\/].*)\.js$/u;
const DECLARED = /^export (?:class|const|function|let|var) (\w+)/gmu;
const LISTED = /^export \{([^}]*)\}/gmu;

/** Returns the plugin. */
export function leaveOutChevrotain(): Plugin {
  return {
    name: "leave-out-chevrotain",
    load(id) {
      const source = REPLACED[MODULE.exec(id)?.[1]?.replaceAll("\\", "/") ?? ""];
      if (source === undefined) return undefined;
      const own = new Set(exportsOf(source));
      const others = exportsOf(readFileSync(id, "utf8")).filter((name) => !own.has(name));
      return [source, ...others.map((name) => `export const ${name} = undefined;`)].join("\n");
    },
  };
}

function exportsOf(text: string): string[] {
  const listed = Array.from(text.matchAll(LISTED), ([, names = ""]) => names.split(",").map((name) => name.trim()));
  const names = [...Array.from(text.matchAll(DECLARED), ([, name = ""]) => name), ...listed.flat()];
  return names.filter((name) => name !== "");
}
