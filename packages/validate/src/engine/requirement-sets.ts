/** Requirement sets: what files have to meet, by name. */
import type { Level } from "../model/finding.ts";
import type { Profile } from "../model/profile.ts";
import type { StageLimits } from "../rule/limits.ts";
import { stageRuleMetas } from "../stage-rules/stage-rule-metas.generated.ts";

/** The names of the sets that come with the validator. */
export type RequirementSetName = "usdkit:openusd" | "usdkit:arkit" | "usdkit:simready";

/** What files have to meet. */
export interface RequirementSet {
  /** One sentence. */
  readonly summary: string;
  /** The profile of files, unless the configuration names one. */
  readonly profile: Profile;
  /** Levels that differ from those of the rules. */
  readonly rules: Readonly<Record<string, Level>>;
  readonly limits: StageLimits;
  /** The rules that count: a file meets the set if none of them has a finding of severity error. */
  readonly required: readonly string[];
}

/** Whether a file meets a set. */
export interface SetVerdict {
  readonly name: string;
  readonly met: boolean;
  /** The rules that failed, sorted. */
  readonly failed: readonly string[];
}

const withSame = (test: (check: string) => boolean): readonly string[] =>
  stageRuleMetas.flatMap(({ id, sameAs = [] }) => (sameAs.some(test) ? [id] : []));
const ofOpenUsd = withSame((check) => !check.startsWith("nvidia:"));
const ofNvidia = withSame((check) => check.startsWith("nvidia:"));

/** The sets by name: `extends: "usdkit:arkit"` in a configuration. */
export const requirementSets: Readonly<Record<RequirementSetName, RequirementSet>> = {
  "usdkit:openusd": {
    summary: "The checks of OpenUSD's own validators.",
    profile: "usd",
    rules: { "stage-metadata-missing": "error", "stage-default-prim": "error", "normal-map-texture": "error" },
    limits: {},
    required: ofOpenUsd,
  },
  "usdkit:arkit": {
    summary: "What Apple's viewers take: one package with meshes, UsdPreviewSurface and common images.",
    profile: "arkit",
    rules: {
      "stage-metadata-missing": "error",
      "stage-default-prim": "error",
      "package-encapsulation": "error",
      "texture-format": "error",
    },
    limits: { triangles: 200_000 },
    required: [...ofOpenUsd, "arkit-unsupported", "texture-format", "limit-exceeded"],
  },
  "usdkit:simready": {
    summary: "Assets for simulation: the checks of usd-validation-nvidia, with physics, units and materials.",
    profile: "usd",
    rules: {
      "stage-metadata-missing": "error",
      "stage-default-prim": "error",
      "kind-hierarchy": "error",
      "normals-winding": "error",
      "extent-invalid": "error",
    },
    limits: {},
    required: ofNvidia,
  },
};

/** Whether a text is the name of a set. */
export function isSetName(text: unknown): text is RequirementSetName {
  return typeof text === "string" && Object.hasOwn(requirementSets, text);
}

/** A finding as {@link setVerdicts} needs it. */
export interface JudgedFinding {
  readonly rule: string;
  /** That of the finding itself; undefined: that of the rule. */
  readonly severity: Level | undefined;
}

/** Returns which sets a file meets, by the findings on its stage: those of its profile, in the order of {@link requirementSets}. */
export function setVerdicts(findings: readonly JudgedFinding[], profile: Profile): readonly SetVerdict[] {
  const severities = new Map<string, Level>(stageRuleMetas.map(({ id, severity }) => [id, severity]));
  return Object.entries(requirementSets)
    .filter(([, set]) => set.profile === profile || set.profile === "usd")
    .map(([name, { rules, required }]) => {
      const failed = new Set<string>();
      for (const { rule, severity } of findings) {
        const level = severity ?? (Object.hasOwn(rules, rule) ? rules[rule] : severities.get(rule));
        if (level === "error" && required.includes(rule)) failed.add(rule);
      }
      return { name, met: failed.size === 0, failed: [...failed].sort() };
    });
}
