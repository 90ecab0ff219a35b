/** The editor's style: the colors of the page's theme. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const frame = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", color: "var(--text)", backgroundColor: "var(--panel)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--accent)", padding: "6px 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--hover)", color: "var(--dim)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-foldPlaceholder": { backgroundColor: "var(--raised)", border: "none", color: "var(--dim)" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    color: "var(--text)",
    maxWidth: "520px",
  },
  ".cm-hover-text": { padding: "6px 10px", fontFamily: "var(--sans)", maxHeight: "260px", overflow: "auto" },
  ".cm-hover-text p": { margin: "4px 0", whiteSpace: "pre-wrap" },
  ".cm-hover-text pre": { margin: "4px 0", fontFamily: "var(--mono)", whiteSpace: "pre-wrap" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionInfo .docs": { fontFamily: "var(--sans)", fontSize: "12px" },
  ".docs p": { margin: "4px 0", whiteSpace: "pre-wrap" },
  ".cm-inlay-hint": { color: "var(--dim)", fontStyle: "italic", paddingLeft: "1ch" },
  ".cm-code-lens": { paddingLeft: "6px" },
  ".cm-code-lens button, .cm-quick-fixes button": {
    font: "11.5px var(--sans)",
    color: "var(--accent)",
    backgroundColor: "transparent",
    border: "none",
    padding: "0",
    cursor: "pointer",
  },
  ".cm-code-lens button:hover": { textDecoration: "underline" },
  ".cm-quick-fixes": { display: "flex", flexDirection: "column", padding: "4px 0" },
  ".cm-quick-fixes p": { margin: "2px 10px", font: "12px var(--sans)" },
  ".cm-quick-fixes button": { padding: "3px 10px", textAlign: "left" },
  ".cm-quick-fixes button:focus": { backgroundColor: "var(--selection)", outline: "none" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-diagnostic-info": { borderLeft: "3px solid var(--info)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    borderRadius: "4px",
    padding: "2px 8px",
  },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px solid var(--error)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px solid var(--warning)" },
  ".cm-lintRange-info": { backgroundImage: "none", borderBottom: "2px dotted var(--info)" },
  ".cm-lint-marker": { width: "8px", height: "8px", borderRadius: "50%", margin: "5px 2px", content: "none" },
  ".cm-lint-marker-error": { backgroundColor: "var(--error)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--warning)" },
  ".cm-lint-marker-info": { backgroundColor: "var(--info)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", borderTop: "1px solid var(--line)" },
  ".cm-textfield": {
    backgroundColor: "var(--panel)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
    color: "var(--text)",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--panel)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
    color: "var(--text)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--match)" },
});

const words = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.definitionKeyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.className, color: "var(--code-class)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.link, color: "var(--code-asset)" },
  { tag: tags.labelName, color: "var(--code-path)" },
  { tag: tags.propertyName, color: "var(--text)" },
]);

/** The editor's style. */
export const editorTheme: Extension = [frame, syntaxHighlighting(words)];
