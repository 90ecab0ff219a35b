/** The registry: an extension of materials is one file and one line here. */
import { anisotropy } from "./anisotropy.ts";
import { clearcoat } from "./clearcoat.ts";
import { diffuseTransmission } from "./diffuse-transmission.ts";
import { dispersion } from "./dispersion.ts";
import { emissiveStrength } from "./emissive-strength.ts";
import { ior } from "./ior.ts";
import { iridescence } from "./iridescence.ts";
import { sheen } from "./sheen.ts";
import { specularGlossiness } from "./specular-glossiness.ts";
import { specular } from "./specular.ts";
import { transmission } from "./transmission.ts";
import { unlit } from "./unlit.ts";
import { volume } from "./volume.ts";
import type { MaterialExtension } from "./material-extension.ts";

export const materialExtensions: readonly MaterialExtension[] = [
  anisotropy,
  clearcoat,
  diffuseTransmission,
  dispersion,
  emissiveStrength,
  ior,
  iridescence,
  sheen,
  specularGlossiness,
  specular,
  transmission,
  unlit,
  volume,
];
