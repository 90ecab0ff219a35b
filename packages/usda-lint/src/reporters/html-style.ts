/** The style sheet of the HTML report. Nothing of a file gets in here: its hash is what allows it. */
import { PALETTE } from "../terminal/html-head.ts";

const SEVERITIES = ["error", "warning", "info"] as const;

const filters = SEVERITIES.map(
  (severity) => `#show-${severity}:checked~main .finding:not(.${severity}),
#show-${severity}:checked~main .file:not(.has-${severity}){display:none}`,
).join("\n");

const chosen = ["all", ...SEVERITIES].map((name) => `#show-${name}:checked~header label[for=show-${name}]`).join(",\n");

const focused = ["all", ...SEVERITIES]
  .map((name) => `#show-${name}:focus-visible~header label[for=show-${name}]`)
  .join(",\n");

export const STYLE: string = `${PALETTE}body{display:flex;flex-direction:column;max-width:72rem;margin:0 auto;padding:1rem;background:var(--ground);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{order:-1}
h1{margin:0;font-size:1.4rem}
h2{margin:1.5rem 0 .5rem;font-size:1.1rem}
h3{display:flex;flex-wrap:wrap;gap:.1rem .8rem;margin:0;font-size:1rem;font-weight:400}
p{margin:.3rem 0}
a{color:var(--link)}
code,pre,.place,.path,.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9rem}
.radio{position:absolute;opacity:0;width:1px;height:1px}
.filters{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
.filters label{padding:.3rem .8rem;border:1px solid var(--line);border-radius:1rem;cursor:pointer}
${chosen}{background:var(--text);border-color:var(--text);color:var(--ground)}
${focused}{outline:3px solid var(--link);outline-offset:2px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
header details{margin:1rem 0}
th:first-child{width:100%}
.number-cell{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
summary{cursor:pointer}
.file{margin:1rem 0;border:1px solid var(--line);border-radius:.4rem}
.file>summary{padding:.5rem .8rem;background:var(--raised);border-radius:.4rem}
.file>summary .path{font-weight:600}
.counts{color:var(--faint);margin-left:.6rem}
.finding{padding:.8rem;border-top:1px solid var(--line);border-left:.25rem solid var(--line)}
.finding.error{border-left-color:var(--error)}
.finding.warning{border-left-color:var(--warning)}
.finding.info{border-left-color:var(--info)}
.error .severity,.verdict.error{color:var(--error)}
.warning .severity,.verdict.warning{color:var(--warning)}
.info .severity,.verdict.info{color:var(--info)}
.severity,.message,.verdict{font-weight:600}
.where,.place,.code{color:var(--faint)}
.result.failed{color:var(--error)}
.result.passed{color:var(--good)}
.picture{float:right;max-width:40%;height:auto;margin:0 0 .5rem .8rem;border-radius:.3rem;background:var(--raised)}
.finding::after{content:"";display:block;clear:both}
.others ul{margin:.3rem 0;padding-left:1.2rem;max-height:20rem;overflow-y:auto}
.frame{margin:.5rem 0;padding:.5rem 0;background:var(--raised);border-radius:.3rem;overflow-x:auto;tab-size:4;overflow-wrap:normal}
.line{display:block;padding-right:1rem;unicode-bidi:isolate}
.line.focus .number{color:var(--text);font-weight:700}
.number{display:inline-block;width:3.5rem;padding-right:1rem;text-align:right;color:var(--faint);user-select:none}
mark{background:var(--mark);color:inherit;text-decoration:underline 2px;text-underline-offset:3px}
mark.point{border-left:2px solid currentColor}
${filters}
@media (max-width:40rem){body{padding:.5rem}.finding{padding:.6rem}.number{width:2.6rem;padding-right:.6rem}th,td{padding:.25rem .3rem}}
@media print{:root{--ground:#fff;--raised:#fff;--text:#000;--faint:#444;--line:#888;--mark:#ddd;--link:#000;--error:#000;--warning:#000;--info:#000}
body{display:flex;max-width:none;padding:0;font-size:10pt}.filters{display:none}.frame{white-space:pre-wrap;border:1px solid var(--line)}
.finding{break-inside:avoid}.scroll{overflow:visible}}
`;
