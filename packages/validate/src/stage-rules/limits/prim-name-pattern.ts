import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const STYLES: Readonly<Record<string, RegExp>> = {
  camelCase: /^[a-z][a-zA-Z0-9]*$/u,
  PascalCase: /^[A-Z][a-zA-Z0-9]*$/u,
  snake_case: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u,
};

export const rule: StageRule = {
  meta: {
    id: "prim-name-pattern",
    summary: "A prim whose name is not as the configuration has it",
    detail:
      "`limits.names` of a configuration has a style (`camelCase`, `PascalCase`, `snake_case`) or a glob by type, with those that inherit it; " +
      "`*` is for all prims. The first type that fits counts. Without it nothing is reported.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
  },
  scope: "place",
  examples,
  checkStage({ limits, report }) {
    const patterns = Object.entries(limits.names ?? {}).map(([type, pattern]) => ({
      type,
      pattern,
      test: testOf(pattern),
    }));
    if (patterns.length === 0) return {};
    return {
      prim(prim) {
        const found = patterns.find(({ type }) => type === "*" || prim.isA(type));
        if (found === undefined || found.test(prim.name)) return;
        const { type, pattern } = found;
        report({
          message: `The name ${JSON.stringify(prim.name)} is not ${Object.hasOwn(STYLES, pattern) ? `in ${pattern}` : `like ${JSON.stringify(pattern)}`}, as those of ${type === "*" ? "all prims" : `prims of type ${type}`}.`,
          hint: "Rename the prim.",
          at: { prim: prim.path },
        });
      },
    };
  },
};

function testOf(pattern: string): (name: CheckedPrim["name"]) => boolean {
  const style = Object.hasOwn(STYLES, pattern) ? STYLES[pattern] : undefined;
  return style === undefined ? (name) => matchesGlob(name, pattern) : (name) => style.test(name);
}

/** Whether a name matches a glob with `*` and `?`, in time that is linear for each star. */
function matchesGlob(name: string, glob: string): boolean {
  let at = 0;
  let star = -1;
  let from = 0;
  let i = 0;
  while (i < name.length) {
    if (at < glob.length && (glob[at] === "?" || (glob[at] !== "*" && glob[at] === name[i]))) {
      at++;
      i++;
    } else if (glob[at] === "*") {
      star = at++;
      from = i;
    } else if (star >= 0) {
      at = star + 1;
      i = ++from;
    } else return false;
  }
  while (glob[at] === "*") at++;
  return at === glob.length;
}

function examples(): StageExamples {
  const mesh = (name: string): string => `def Mesh "${name}"\n{\n}`;
  const limits = { names: { Mesh: "SM_*", "*": "PascalCase" } };
  return {
    good: [
      scene("like the glob", mesh("SM_Chair"), { limits }),
      scene("in the style", 'def Xform "WorldRoot"\n{\n}', { limits }),
      scene("no patterns", mesh("chair")),
    ],
    bad: [
      badScene("not like the glob", mesh("Chair"), {
        limits,
        found: ['3:11 warning: The name "Chair" is not like "SM_*", as those of prims of type Mesh.'],
      }),
      badScene("not in the style", 'def Xform "world_root"\n{\n}', {
        limits,
        found: ['3:12 warning: The name "world_root" is not in PascalCase, as those of all prims.'],
      }),
      badScene("one character", mesh("A12"), {
        limits: { names: { Gprim: "A?" } },
        found: ['3:11 warning: The name "A12" is not like "A?", as those of prims of type Gprim.'],
      }),
    ],
  };
}
