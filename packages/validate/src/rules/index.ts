/** The registry: a rule is one file and one line here. Their order is the order of findings at the same place. */
import type { Rule } from "../engine/types.ts";
import { rule as duplicateField } from "./duplicate-field.ts";
import { UNUSED_DISABLE as unusedDisable } from "./unused-disable.ts";
import { rule as usdaEncoding } from "./usda-encoding.ts";
import { rule as usdaHeader } from "./usda-header.ts";
import { rule as usdaSyntax } from "./usda-syntax.ts";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [usdaEncoding, usdaHeader, usdaSyntax, duplicateField, unusedDisable];
