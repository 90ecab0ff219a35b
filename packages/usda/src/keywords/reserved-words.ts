/**
 * The reserved words. None of them can be a prim type, an attribute type, the name of an unregistered metadata field,
 * or a bare word as a value (except `None` alone). All of them can name a property (or any part of a namespaced one)
 * or a dictionary key, where the word is read as a plain name.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "AnimationBlock None add append bezier class config connect curve custom customData def default delete " +
    "dictionary displayUnit doc held hermite inherits kind linear loop nameChildren none offset oscillate over " +
    "payload permission post pre prefixSubstitutions prepend properties references rel relocates reorder repeat " +
    "reset rootPrims scale sloped specializes spline subLayers suffixSubstitutions symmetryArguments " +
    "symmetryFunction timeSamples uniform variantSet variantSets variants varying"
  ).split(" "),
);

/** The words that start a list operation; `add` and `reorder` are older and still supported. */
export const listOperationWords: ReadonlySet<string> = new Set(["add", "append", "delete", "prepend", "reorder"]);
