/** Prompts for common tasks. */

/** A prompt with the arguments of its text. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** By name: what the argument is. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const FILE = "Path of the USD file";

export const prompts: readonly Prompt[] = [
  {
    name: "describe-stage",
    title: "Describe a stage",
    description: "What is in a USD file, with an image",
    arguments: { file: FILE },
    text: ({ file }) =>
      `Describe the USD file ${file}: call usd_overview, then usd_query for its components, then usd_render. Summarize what it shows, its structure, units and variants, and name every problem with its layer and line.`,
  },
  {
    name: "explain-value",
    title: "Explain a value",
    description: "Why a property has its value, and where to change it",
    arguments: { file: FILE, path: "Path of the property, such as /World/Chair.size" },
    text: ({ file, path }) =>
      `Explain why ${path} of the stage ${file} has its value: call usd_explain. Name the deciding opinion with layer and line, the weaker ones, and the layer that an edit should go to.`,
  },
  {
    name: "check-and-repair",
    title: "Check and repair a file",
    description: "Findings of the linter, fixed as far as it is safe",
    arguments: { file: FILE },
    text: ({ file }) =>
      `Check ${file} with usd_check. Read usdkit://rules/RULE of each rule that it reports. Apply safe fixes: usd_fix with dryRun, show the diff, then usd_fix. Repair what is left with usd_edit (dryRun first) where the right value is known; otherwise explain what a person must decide. Check again at the end.`,
  },
  {
    name: "edit-scene",
    title: "Edit a scene",
    description: "A change in words, made as reviewed edits",
    arguments: { file: FILE, change: "What to change, in words" },
    text: ({ file, change }) =>
      `Change the stage ${file}: ${change}\nFind the prims with usd_query, read them with usd_read, and see with usd_explain which layer has the deciding opinions. Call usd_edit with dryRun and the revision, show the diff, and write it when it does just that. Then read the changed values, and render before and after if the change is visible.`,
  },
  {
    name: "merge-versions",
    title: "Merge two versions",
    description: "Two changed versions of a layer, with their conflicts",
    arguments: { base: "The common version", ours: "Our version", theirs: "Their version" },
    text: ({ base, ours, theirs }) =>
      `Compare ${base} with ${ours} and with ${theirs} by usd_diff, summarize both changes, then merge with usd_merge into a new file. For each conflict name both values and propose one; apply what is decided with usd_edit and merge again.`,
  },
  {
    name: "package-for-quick-look",
    title: "Package for Quick Look",
    description: "A .usdz that iOS shows",
    arguments: { file: FILE, output: "The .usdz to write" },
    text: ({ file, output }) =>
      `Make ${output} from ${file} for Quick Look: usd_check with profile arkit, repair errors, then usd_package with arkit. Check the package, render it, and name everything that Quick Look does not show.`,
  },
];
