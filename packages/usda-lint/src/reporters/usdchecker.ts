import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Finding } from "@usdkit/validate";
import type { CreateReporter } from "./reporter.ts";
import { placeText } from "./place.ts";

/** Checks of usd-validation-nvidia, which `usdchecker` does not have. */
const NVIDIA = "nvidia:";

/** Returns the names of the checks of usd-core, without their plugins. */
export function checkNamesOf(sameAs: readonly string[]): readonly string[] {
  return [
    ...new Set(sameAs.filter((each) => !each.startsWith(NVIDIA)).map((each) => each.slice(each.indexOf(":") + 1))),
  ];
}

/**
 * In the form of OpenUSD's `usdchecker`: a line for each finding with the name of the check, then `Success!` or `Failed!`. Findings of
 * rules that the reference does not have, and infos, are left out.
 */
export const usdchecker: CreateReporter = ({ style }) => {
  let failed = false;
  return {
    file({ path, findings }) {
      return findings
        .filter(({ severity }) => severity !== "info")
        .map((finding) => {
          const names = namesOf(finding);
          if (names.length === 0) return "";
          const isError = finding.severity === "error";
          failed ||= isError;
          const text = `${escapeTerminal(finding.message)} (${isError ? "fails" : "may violate"} '${names[0]}') <${escapeTerminal(finding.primPath)}> ${escapeTerminal(path)}:${placeText(finding)}`;
          return `${isError ? style.red(text) : style.yellow(text)}\n`;
        })
        .join("");
    },
    end: () => (failed ? `${style.red("Failed!")}\n` : `${style.green("Success!")}\n`),
  };
};

/** A text that cannot be parsed fails the check of composition. */
function namesOf({ rule, sameAs, severity }: Finding): readonly string[] {
  if (rule === "usda-syntax" && severity === "error") return ["CompositionErrorTest"];
  return checkNamesOf(sameAs ?? []);
}
