/** Arbitrary strings, tokens and asset paths, mostly odd ones. */
import * as fc from "fast-check";

/** Invalid UTF-8 bytes as lone surrogates; the text after them must not complete a valid sequence. */
const loneByte = fc.tuple(fc.integer({ min: 0xdc80, max: 0xdcff }), fc.constantFrom("", "a", " ", "\n"));

const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(..."abcXYZ019_ .:/-{}[]()<>@#`$=,;|+~*%&".split("")) },
  { weight: 3, arbitrary: fc.constantFrom('"', "'", "\\", '"""', "'''", '\\"', "\\'", "\\x41", "\\n", '"\n', "'\"") },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "\t", "\0", "\u0001", "\u001b", "\u007f", "\u0085") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("é", "漢", "🎬", "\u2028", "\u202e", "\ufeff", "\uffff", "\u0300", "\ufffd"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);

/** Any text that a layer can contain, without invalid UTF-8. */
export const anyText: fc.Arbitrary<string> = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(""));

/** Any text, including invalid UTF-8. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyText, loneByte, anyText)
      .map(
        ([before, [byte, after], rest]) => `${before} ${String.fromCharCode(byte)}${after === "" ? "" : after + rest}`,
      ),
  },
);

/** A token ends at a NUL, as in the reference. */
export const anyToken: fc.Arbitrary<string> = anyString.map((text) => text.replaceAll("\0", "0"));

/** Asset paths cannot contain control characters, nor a backslash before `@` or before a delimiter. */
export const assetPath: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "a.usda",
      "./b c.usda",
      "",
      "@",
      "a@b",
      "@@@",
      "a@@@@b",
      "a@@",
      "pkg.usdz[in.usd]",
      '`"${NAME}.usd"`',
      "漢/é.usd",
    ),
  },
  {
    weight: 2,
    arbitrary: anyText.map((text) =>
      text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").replaceAll(/\\+(?=@|$)/g, ""),
    ),
  },
);

/** Path expressions in normal form. */
export const pathExpressionText: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "/A",
  "//",
  "/World//Mesh",
  "/A + /B",
  "~/A",
  '/World//{isa:"Mesh"} - //Looks',
  "%/A:set",
  "/A//B* & /C.x",
  "~(/A /B) + %_",
);
