/** Ends the process with a message if Node is too old; imported before anything that such a Node cannot load. */

/** `engines` of the packages. */
const MIN_MAJOR = 22;
const MIN_MINOR = 12;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < MIN_MAJOR || (major === MIN_MAJOR && minor < MIN_MINOR)) {
  process.stderr.write(`Node ${MIN_MAJOR}.${MIN_MINOR} or later is required, this is ${process.version}\n`);
  process.exit(2);
}
