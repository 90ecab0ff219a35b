import { everyProfile } from "../model/profile.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";

export const rule: Rule = {
  meta: {
    id: "merge-conflict",
    summary: "Markers of a merge conflict",
    detail:
      "A merge left both versions in the file, between `<<<<<<<`, `=======` and `>>>>>>>`. One finding per conflict; the " +
      "file is otherwise checked with the first version of each. Markers in a multi-line string are not a conflict.",
    severity: "error",
    effect: "rejected",
    profiles: everyProfile,
    isSuppressible: false,
  },
  examples,
  check({ diagnostics, report }) {
    for (const diagnostic of diagnostics) if (diagnostic.code === "USDA_MERGE_CONFLICT") report(diagnostic);
    return undefined;
  },
};

function examples(): RuleExamples {
  const conflict = "<<<<<<< HEAD\n    int x = 1\n=======\n    int y = 2\n>>>>>>> theirs\n";
  return {
    good: [
      { title: "no markers", source: '#usda 1.0\ndef "A"\n{\n    int x = 1\n}\n' },
      { title: "a line of equals signs in a comment", source: "#usda 1.0\n# =======\n" },
      { title: "markers in a string", source: `#usda 1.0\n(\n    doc = """\n${conflict}"""\n)\n` },
    ],
    bad: [
      { title: "two values", source: `#usda 1.0\ndef "A"\n{\n${conflict}}\n`, at: ["4:1"] },
      { title: "two prims", source: '#usda 1.0\n<<<<<<< HEAD\ndef "A"\n{\n}\n=======\n>>>>>>> b\n', at: ["2:1"] },
      {
        title: "two conflicts",
        source: `#usda 1.0\ndef "A"\n{\n${conflict}${conflict.replace("x", "z").replace("y", "w")}}\n`,
        at: ["4:1", "9:1"],
      },
    ],
  };
}
