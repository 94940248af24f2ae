/**
 * The style of a drawn flow. The surrounding page or picture sets the colors: `--text`, `--faint`, `--ground`, `--box`,
 * `--edge`, `--error`, `--warning`, `--info`, and, where defined, those for kinds of nodes, such as `--talk`. Nothing
 * is conveyed by color alone.
 */
export const flowStyle = `
:is(#graph, .graph) text { fill: var(--text); font-size: 13px; }
.talk { --kind: var(--talk); }
.choice { --kind: var(--choice); }
.work { --kind: var(--work); }
.leave { --kind: var(--leave); }
.input { --kind: var(--input); }
.part { --kind: var(--part); }
.end { --kind: var(--end); }
.box { fill: var(--box); stroke: var(--kind, var(--edge)); stroke-width: 1.2; }
.inner { fill: none; stroke: var(--kind, var(--edge)); stroke-width: 1; }
.halo { fill: none; stroke: var(--edge); stroke-width: 1; stroke-dasharray: 2 4; stroke-linecap: round; }
.node .name { font-weight: 600; }
:is(#graph, .graph) .detail { font-size: 11.5px; fill: var(--faint); }
:is(#graph, .graph) text.part { font-size: 15px; font-weight: 600; fill: var(--faint); }
.glyph { fill: none; stroke: var(--kind, var(--text)); stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }
.node.start .box { fill: var(--text); stroke: none; }
:is(#graph, .graph) .start .name { fill: var(--ground); }
.node.gone .box { stroke: var(--error); stroke-dasharray: 5 4; }
.node.error .box { stroke: var(--error); stroke-width: 2; }
.node.warning .box { stroke: var(--warning); stroke-width: 2; }
.node.info .box { stroke: var(--info); stroke-width: 2; }
.node.faded { opacity: .5; }
.line.faded { opacity: .4; }
.label.faded { opacity: .55; }
.node.lost .box { stroke: var(--error); stroke-width: 1.6; stroke-dasharray: 6 4; }
.line.lost .stroke { stroke: var(--error); stroke-width: 2; stroke-dasharray: 3 5; }
.line.lost .head { fill: var(--error); }
.node.faded .box { stroke-dasharray: 6 4; }
.tally rect { fill: var(--ground); stroke-width: 1.5; }
:is(#graph, .graph) .tally text { font-size: 12px; font-weight: 600; }
.tally path { fill: none; stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
.tally.error :is(rect, path) { stroke: var(--error); }
.tally.warning :is(rect, path) { stroke: var(--warning); }
.tally.info :is(rect, path) { stroke: var(--info); }
.opener rect { fill: var(--ground); stroke: var(--edge); }
.opener path { fill: none; stroke: var(--text); stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }
.line .stroke { fill: none; stroke: var(--edge); stroke-width: 1.2; }
.line .hit { fill: none; stroke: none; stroke-width: 12; pointer-events: stroke; }
.line .head { fill: var(--edge); }
.line.long:not(.error, .warning, .lost) :is(.stroke, .head) { opacity: .4; }
.line.field .stroke { stroke-dasharray: 6 4; }
.line.stub .stroke { stroke-dasharray: none; }
.line.error .stroke { stroke: var(--error); }
.line.error .head { fill: var(--error); }
.line.warning .stroke { stroke: var(--warning); }
.line.warning .head { fill: var(--warning); }
.line.info .stroke { stroke: var(--info); }
.line.info .head { fill: var(--info); }
:is(#graph, .graph) .label { font-size: 11.5px; fill: var(--faint); paint-order: stroke; stroke: var(--ground);
  stroke-width: 6px; stroke-linejoin: round; }
:is(#graph, .graph) .label.stub { font-size: 11px; stroke: none; }
:is(#graph, .graph) .label.lost { fill: var(--error); font-weight: 600; }
:is(#graph, .graph) .label.error { fill: var(--error); }
:is(#graph, .graph) .label.warning { fill: var(--warning); }
:is(#graph, .graph) .label.info { fill: var(--info); }
`;
