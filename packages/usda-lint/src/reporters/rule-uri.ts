/** Where a rule is explained. */
import { homepage } from "../program/about.ts";

/** Below the package's home page; a name that leads nowhere (RFC 8141) while it has none. */
export function ruleUri(id: string, home: string | undefined = homepage): string {
  return home === undefined ? `urn:usda-lint:rule:${id}` : `${home.replace(/\/$/, "")}/docs/rules/${id}.md`;
}
