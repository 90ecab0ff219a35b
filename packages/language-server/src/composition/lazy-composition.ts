/** Composition that is imported with the first question: in a browser it would be a part of the first download. */
import type { DocumentState } from "../document/document-state.ts";
import type { Composition } from "../host/composition.ts";
import type { Host } from "../host/host.ts";

/** Returns {@link stageComposition}, which is imported when it is needed. */
export function lazyComposition(host: Host, documents: () => Iterable<DocumentState>): Composition {
  let loaded: Promise<Composition> | undefined;
  let made: Composition | undefined;
  const load = async (): Promise<Composition> => {
    loaded ??= import("./stage-composition.ts").then(
      ({ stageComposition }) => (made = stageComposition(host, documents)),
    );
    return loaded;
  };
  return {
    opinions: async (rootUri, path) => (await load()).opinions(rootUri, path),
    value: async (rootUri, path, field) => (await load()).value(rootUri, path, field),
    layerStack: async (rootUri) => (await load()).layerStack(rootUri),
    authorTargets: async (rootUri, path) => (await load()).authorTargets(rootUri, path),
    author: async (rootUri, path, targetUri) => (await load()).author(rootUri, path, targetUri),
    findings: async (rootUri, check, isWanted) => (await load()).findings(rootUri, check, isWanted),
    // Nothing was composed before.
    changed: () => made?.changed(),
  };
}
