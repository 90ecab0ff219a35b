// The English of the messages about 20,000 damaged files.
import "./messages.test.ts";
