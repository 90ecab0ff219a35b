/** The registry: a feature is one file and one line here. */
import { codeActions } from "./code-actions.ts";
import { codeLenses } from "./code-lenses.ts";
import { colors } from "./colors.ts";
import { commands } from "./commands.ts";
import { completion } from "./completion/index.ts";
import { definition } from "./definition.ts";
import { diagnostics } from "./diagnostics.ts";
import { documentLinks } from "./document-links.ts";
import { documentSymbols } from "./document-symbols.ts";
import type { Feature } from "./feature.ts";
import { folding } from "./folding.ts";
import { formatting } from "./formatting.ts";
import { hover } from "./hover/index.ts";
import { inlayHints } from "./inlay-hints.ts";
import { primPlaces } from "./prim-places.ts";
import { references } from "./references.ts";
import { rename } from "./rename.ts";
import { selectionRanges } from "./selection-ranges.ts";
import { semanticTokens } from "./semantic-tokens.ts";
import { signatureHelp } from "./signature-help.ts";

export const features: readonly Feature[] = [
  diagnostics,
  codeActions,
  formatting,
  documentSymbols,
  folding,
  selectionRanges,
  semanticTokens,
  hover,
  completion,
  signatureHelp,
  definition,
  references,
  rename,
  inlayHints,
  codeLenses,
  documentLinks,
  colors,
  commands,
  primPlaces,
];
