/** Position and angles after matrices, the field of view after lenses. */
import type { AttributeSpec } from "@usdkit/layer";
import { cameraAttributes, fieldOfView } from "@usdkit/service-scene";
import type { InlayHint } from "vscode-languageserver-types";
import { onDocument, type Feature } from "./feature.ts";
import { describeMatrix } from "../scene/describe-matrix.ts";
import { primOf } from "../syntax/spec-at.ts";
import { specsBetween } from "../syntax/specs-between.ts";

const MAX_HINTS = 1000;

export const inlayHints: Feature = {
  capabilities: { inlayHintProvider: true },
  register(session) {
    session.connection.languages.inlayHint.on(
      onDocument(session, null, ({ text, layer }, { range }) => {
        const hints: InlayHint[] = [];
        for (const spec of specsBetween(layer, text.bytesOf(range))) {
          if (hints.length >= MAX_HINTS) break;
          if (spec.specType !== "attribute") continue;
          const label = matrixLabel(spec) ?? lensLabel(spec);
          const end = spec.defaultValue?.range?.end;
          if (label === undefined || end === undefined) continue;
          hints.push({ position: text.positionAt(end), label, paddingLeft: true });
        }
        return hints;
      }),
    );
  },
};

function matrixLabel({ defaultValue, isArray }: AttributeSpec): string | undefined {
  if (isArray || defaultValue?.kind !== "typed" || defaultValue.type.components !== 16) return undefined;
  const { data } = defaultValue;
  return data instanceof Float64Array ? describeMatrix(data) : undefined;
}

function lensLabel(spec: AttributeSpec): string | undefined {
  if (spec.name !== "focalLength") return undefined;
  const prim = primOf(spec);
  if (prim === undefined || (prim.typeName !== "Camera" && prim.typeName !== "")) return undefined;
  const lens = cameraAttributes(prim);
  if (lens.projection === "orthographic") return undefined;
  const { horizontal, vertical } = fieldOfView(lens);
  if (!(horizontal > 0 && vertical > 0)) return undefined;
  return `${horizontal.toFixed(1)}° × ${vertical.toFixed(1)}°`;
}
