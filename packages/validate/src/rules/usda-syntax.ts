import { everyProfile } from "../engine/profile.ts";
import { encodingFault, isAboutEncoding } from "../engine/text-encoding.ts";
import type { Rule, RuleExamples } from "../engine/types.ts";

export const rule: Rule = {
  meta: {
    id: "usda-syntax",
    summary: "Anything that the format's grammar refuses",
    severity: "error",
    effect: "rejected",
    profiles: everyProfile,
  },
  check({ source, diagnostics, report }) {
    if (encodingFault(source) === "utf-16") return;
    for (const diagnostic of diagnostics) {
      if (diagnostic.code !== "USDA_HEADER" && !isAboutEncoding(diagnostic, source)) report(diagnostic);
    }
  },
};

export const examples: RuleExamples = {
  good: [{ title: "a prim", source: '#usda 1.0\ndef Xform "A"\n{\n    int x = 1\n}\n' }],
  bad: [
    { title: "two statements on a line", source: '#usda 1.0\ndef "A"\n{\n    int x = 1 int y = 2\n}\n', at: ["4:15"] },
    { title: "a value of another type", source: '#usda 1.0\ndef "A"\n{\n    int x = "one"\n}\n', at: ["4:13"] },
  ],
};
