/** The style sheet of `usda diff --format html`. Its hash allows it, so it must not contain text of a file. */
import { PALETTE } from "../terminal/html-head.ts";

export const STYLE: string = `${PALETTE}body{max-width:84rem;margin:0 auto;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;
overflow-wrap:anywhere}
h1{margin:0;font-size:1.3rem}
h2{margin:1.5rem 0 .5rem;font-size:1.1rem}
p{margin:.3rem 0}
a{color:var(--link)}
.path,.what,.before,.after,code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9rem}
.verdict{font-weight:600}
.counts td,.counts th{text-align:right;font-variant-numeric:tabular-nums}
.counts th:first-child{text-align:left}
table{border-collapse:collapse}
.changes{width:100%;table-layout:fixed}
.changes col:nth-child(1){width:2rem}
.changes col:nth-child(2){width:22%}
.changes col:nth-child(5){width:20%}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--faint);font-size:.85rem}
.mark{font-weight:700;text-align:center}
.note{color:var(--faint);font-size:.9rem}
.added .mark,.after{color:var(--good)}
.removed .mark,.before{color:var(--error)}
.moved .mark{color:var(--info)}
.changed .mark{color:var(--warning)}
ul{margin:0;padding:0;list-style:none}
details{margin:.6rem 0;border:1px solid var(--line);border-radius:.4rem}
details details{margin:.5rem}
summary{padding:.4rem .8rem;background:var(--raised);border-radius:.4rem;cursor:pointer}
summary .path{font-weight:600}
summary .note{margin-left:.6rem}
summary a{margin-left:.6rem;text-decoration:none}
details:target>summary{background:var(--mark)}
.scroll{overflow-x:auto}
.images{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.8rem}
figure{margin:0}
figure img{max-width:100%;height:auto;border:1px solid var(--line);background:repeating-conic-gradient(#ccc 0 25%,#fff 0 50%) 0 0/16px 16px}
.left-out{padding:.5rem .8rem;border-left:.25rem solid var(--warning);background:var(--raised)}
@media (max-width:40rem){body{padding:.5rem}th,td{padding:.2rem .3rem}details details{margin:.3rem 0}}
@media print{body{max-width:none;padding:0;font-size:9pt}tr,figure{break-inside:avoid}}
`;
