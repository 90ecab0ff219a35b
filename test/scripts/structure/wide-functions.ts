import { Visitor } from "rolldown/utils";
import type { ESTree } from "rolldown/utils";
import { lineOf } from "../parse-module.ts";
import type { SourceFile } from "./source-files.ts";

/** How many parameters make a function wide. */
export const wideParameters = 5;

/** Finds the functions, methods and constructors with `wideParameters` or more, each as `path:line: N parameters`. */
export function wideFunctions(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text, program }) => {
    const found: string[] = [];
    const check = ({ params, start }: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
      const count = params.filter((param) => !isThis(param)).length;
      if (count >= wideParameters) found.push(`${path}:${lineOf(text, start)}: ${count} parameters`);
    };
    new Visitor({ FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check }).visit(
      program,
    );
    return found;
  });
}

/** Whether a parameter is TypeScript's declaration of `this`, which callers do not pass. */
function isThis(param: ESTree.ParamPattern): boolean {
  return param.type === "Identifier" && param.name === "this";
}
