/** The command line options of composition. */

/** The builder of `--variant` and `--session`; `--search-path` has the help of other commands. */
export const compositionOptions = {
  variant: {
    type: "string",
    array: true,
    describe: "Select a variant, /Prim{set=selection}, whatever the layers select; repeatable",
  },
  session: { type: "string", describe: "Session layer: its opinions are stronger than those of the root layer" },
} as const;
