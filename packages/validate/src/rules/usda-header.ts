import { everyProfile, isServiceProfile } from "../model/profile.ts";
import { encodingFault } from "../text/text-encoding.ts";
import { latin1Text } from "../text/byte-text.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";

export const rule: Rule = {
  meta: {
    id: "usda-header",
    summary: "The text does not start with `#usda 1.0`",
    severity: "error",
    effect: "rejected",
    profiles: everyProfile,
  },
  examples,
  check({ source, diagnostics, profile, report }) {
    // No other finding is useful for such a file.
    if (source === undefined || encodingFault(source) !== undefined) return undefined;
    const found = diagnostics.filter(({ code }) => code === "USDA_HEADER");
    const start = latin1Text(source.subarray(0, 64));
    const crate = start.startsWith("PXR-USDC") ? "This is a binary crate file; `usdcat` converts it." : undefined;
    for (const diagnostic of found) report({ ...diagnostic, hint: crate ?? diagnostic.hint });
    if (found.length > 0 || !isServiceProfile(profile) || /^#usda 1\.0(?!\d)/.test(start)) return undefined;
    const [line = ""] = start.split(/[\r\n]/);
    report({
      message: "The text must start with `#usda 1.0`: the service takes no other version.",
      range: { start: 0, end: line.length },
      hint: "The version changes nothing about the rest of the text.",
    });
    return undefined;
  },
};

function examples(): RuleExamples {
  return {
    good: [
      { title: "the supported version", source: "#usda 1.0\n" },
      { title: "text after the version", source: "#usda 1.0 written by hand\n" },
      { title: "any version, for the text format only", source: "#usda 1.4\n", profile: "usda" },
      { title: "any version, in a file for other tools", source: "#usda 1.4\n", profile: "usd" },
    ],
    bad: [
      { title: "no header", source: 'def "A" {\n}\n', at: ["1:1"] },
      {
        title: "another version",
        source: "#usda 1.1\n",
        profile: "offline",
        at: ["1:1"],
        others: ["camera-present", "resolution-required"],
      },
      { title: "a blank line before it", source: "\n#usda 1.0\n", at: ["1:1"] },
    ],
  };
}
