// Writes the JSON Schema of the configuration from its zod schema: run it after a change of either, or of the rules.
//
//   npx -y pnpm@12 run config:schema

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ruleMetas } from "@usdkit/validate";
import { configJsonSchema } from "@usdkit/lint-config/schema";

const file = join(import.meta.dirname, "../schemas/config.schema.json");
writeFileSync(file, `${JSON.stringify(configJsonSchema(ruleMetas), undefined, 2)}\n`);
