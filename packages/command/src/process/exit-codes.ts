/** Exit codes of the commands. */
export const EXIT_OK = 0;
/** The command did its work and the answer is negative: findings, differences, files that are not formatted. */
export const EXIT_FINDINGS = 1;
/** Usage, configuration, input or output; of `usda`, also text that does not parse. */
export const EXIT_ERROR = 2;
/** Ended by Ctrl-C, as shells count it. */
export const EXIT_INTERRUPTED = 130;
