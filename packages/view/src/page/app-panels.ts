/** The tabs below the text. */
import type { BottomPanel } from "./layout/bottom-panels.ts";
import type { FindingsPanel } from "./panels/findings-panel.ts";
import type { PlanPanel } from "./panels/plan-panel.ts";
import type { ReferencesPanel } from "./panels/references-panel.ts";
import type { StageTab } from "./stage/stage-tab.ts";

/** A tab below the text. */
export type BottomTab = "findings" | "plan" | "references" | "prim" | "stage";

/** Returns the tabs; those of the stage if the page can compose one. */
export function bottomPanels(
  { prim, info, isAvailable }: StageTab,
  findings: FindingsPanel,
  plan: PlanPanel,
  references: ReferencesPanel,
): readonly [BottomPanel<BottomTab>, ...BottomPanel<BottomTab>[]] {
  const ofStage: readonly BottomPanel<BottomTab>[] = [
    { value: "prim", label: "Prim", title: "The selected prim of the stage", panel: prim.element },
    {
      value: "stage",
      label: "Stage",
      title: "Composition errors, metadata and layers of the stage",
      panel: info.element,
    },
  ];
  return [
    { value: "findings", label: "Findings", panel: findings.element },
    { value: "plan", label: "Plan", panel: plan.element },
    { value: "references", label: "References", panel: references.element },
    ...(isAvailable ? ofStage : []),
  ];
}
