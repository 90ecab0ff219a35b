import { everyProfile } from "../model/profile.ts";
import { encodingFault, isAboutEncoding } from "../text/text-encoding.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";

export const rule: Rule = {
  meta: {
    id: "usda-syntax",
    summary: "Anything that the format's grammar rejects",
    severity: "error",
    effect: "rejected",
    profiles: everyProfile,
    // Text that could not be parsed may be anything: comments in it are unreliable.
    isSuppressible: false,
  },
  examples,
  check({ source, diagnostics, report }) {
    if (encodingFault(source) === "utf-16") return undefined;
    for (const diagnostic of diagnostics) {
      // Other rules report these.
      if (diagnostic.code === "USDA_HEADER" || diagnostic.code === "USDA_MERGE_CONFLICT") continue;
      if (!isAboutEncoding(diagnostic, source)) report(diagnostic);
    }
    return undefined;
  },
};

function examples(): RuleExamples {
  return {
    good: [
      { title: "a prim", source: '#usda 1.0\ndef Xform "A"\n{\n    int x = 1\n}\n' },
      { title: "statements separated by a semicolon", source: '#usda 1.0\ndef "A"\n{\n    int x = 1; int y = 2\n}\n' },
      { title: "a comma after the last item", source: '#usda 1.0\ndef "A"\n{\n    int[] x = [1, 2,]\n}\n' },
    ],
    bad: [
      {
        title: "two statements on a line",
        source: '#usda 1.0\ndef "A"\n{\n    int x = 1 int y = 2\n}\n',
        at: ["4:15"],
      },
      { title: "an open brace", source: '#usda 1.0\ndef "A"\n{\n    int x = 1\n', at: ["3:1"] },
      { title: "a value of another type", source: '#usda 1.0\ndef "A"\n{\n    int x = "one"\n}\n', at: ["4:13"] },
    ],
  };
}
