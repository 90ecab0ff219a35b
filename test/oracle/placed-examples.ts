// Examples of rules with paths of files of this machine: no portable text names them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageOf } from "../../packages/validate/src/examples/package-bytes.ts";
import { layerText } from "../../packages/validate/src/examples/stage-files.ts";
import type { StageExample } from "../../packages/validate/src/rule/stage-rule.ts";

/**
 * Returns bad examples of a rule; none for most rules.
 *
 * @param folder for the files that they name
 */
export function placedExamples(rule: string, folder: string): readonly StageExample[] {
  if (rule !== "package-encapsulation") return [];
  const [chair, wood] = [join(folder, "outside.usda"), join(folder, "outside.png")];
  writeFileSync(chair, layerText('def Xform "Chair"\n{\n}'));
  writeFileSync(wood, "");
  const texture = layerText(`def Shader "Wood"\n{\n    asset inputs:file = @${wood}@\n}`);
  const reference = (path: string): string => layerText(`def "A" (\n    references = @${path}@</Chair>\n)\n{\n}`);
  const inPackage = (title: string, files: Readonly<Record<string, string>>): StageExample => ({
    title,
    files: { "a.usdz": packageOf(files) },
  });
  return [
    inPackage("a layer that exists", { "a.usda": reference(chair) }),
    inPackage("a texture that exists", { "a.usda": texture }),
    inPackage("in another layer of it, and exists", { "a.usda": reference("./chair.usda"), "chair.usda": texture }),
  ];
}
