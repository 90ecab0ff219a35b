import { expect, test } from "vitest";
import { pathElements } from "./path-elements.ts";

/** Elements as text: `name{variants}` or `.name`, with `@offset`, or `@-` if the name comes from the anchor. */
function elementsOf(text: string, anchor: string): string[] {
  return pathElements(text, anchor).map((elements) =>
    elements
      .map(
        ({ name, variants, isProperty, offset }) =>
          `${isProperty ? "." : ""}${name}${variants}@${offset < 0 ? "-" : offset}`,
      )
      .join(" "),
  );
}

test.each([
  ["/A/B", "", ["A@1 B@3"]],
  ["/A/B", "/X/Y", ["A@1 B@3"]],
  ["B", "", ["B@0"]],
  ["B", "/X/Y", ["X@- Y@- B@0"]],
  ["../B", "/X/Y", ["X@- B@3"]],
  ["../../..", "/X", [""]],
  [".size", "/X", ["X@- .size@1"]],
  [".", "/X", ["X@-"]],
  ["/A.b:c", "", ["A@1 .b:c@3"]],
  ["/A .b", "", ["A@1 .b@4"]],
  ["/A{v=x}B", "", ["A{v=x}@1 B@7"]],
  ["/A{ v = x }{w=y}", "", ["A{v=x}{w=y}@1"]],
  ["/A{v=x", "", ["A{v=x@1"]],
  ["{v=x}B", "", ["B@5"]],
  ["{v=x}B", "/X", ["X{v=x}@- B@5"]],
  ["/A.r[/B/C].t", "", ["A@1 .r@3 .t@11", "B@6 C@8"]],
  ["/A.r[B].t", "/X", ["A@1 .r@3 .t@8", "X@- B@5"]],
  ["/A.r[/B.s[/C].u].t", "", ["A@1 .r@3 .t@17", "B@6 .s@8 .u@14", "C@11"]],
  ["]/A", "", [""]],
])("elements of <%s> at <%s>", (text, anchor, expected) => {
  expect(elementsOf(text, anchor)).toEqual(expected);
});
