import { everyProfile } from "../model/profile.ts";
import { encodingFault, isAboutEncoding } from "../text/text-encoding.ts";
import type { Rule, RuleExamples } from "../rule/rule.ts";

export const rule: Rule = {
  meta: {
    id: "usda-encoding",
    summary: "Not UTF-8, a byte order mark, UTF-16, a NUL outside a string",
    severity: "error",
    effect: "rejected",
    profiles: everyProfile,
  },
  examples,
  check({ source, diagnostics, report }) {
    switch (encodingFault(source)) {
      case "utf-16":
        report({ message: "The text is UTF-16 or UTF-32; it must be UTF-8.", hint: "Save the file as UTF-8." });
        return undefined;
      case "bom":
        report({
          message: "The text begins with a byte order mark.",
          range: { start: 0, end: 3 },
          hint: "Save the file as UTF-8 without a byte order mark (BOM).",
        });
        break;
      default:
    }
    for (const diagnostic of diagnostics) {
      const isMark = diagnostic.range.start < 3 && encodingFault(source) === "bom";
      if (!isMark && isAboutEncoding(diagnostic, source)) report(diagnostic);
    }
    return undefined;
  },
};

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

function examples(): RuleExamples {
  return {
    good: [
      { title: "UTF-8", source: '#usda 1.0\ndef Xform "Café" {\n}\n' },
      { title: "bytes as escapes", source: '#usda 1.0\n(\n    doc = "caf\\xc3\\xa9"\n)\n' },
      { title: "characters of every plane", source: '#usda 1.0\n(\n    doc = "雪 𝄞 é"\n)\n' },
    ],
    bad: [
      { title: "Latin-1 in a string", source: latin1('#usda 1.0\n(\n    doc = "caf\xe9"\n)\n'), at: ["3:15"] },
      { title: "a byte order mark", source: "\ufeff#usda 1.0\n", at: ["1:1"] },
      { title: "UTF-16", source: Uint8Array.from([0xff, 0xfe, 0x23, 0, 0x75, 0, 0x73, 0]), at: ["1:1"] },
      { title: "a NUL outside of a string", source: '#usda 1.0\n\0def "A" {\n}\n', at: ["2:1"] },
    ],
  };
}
