import { flowStyle } from './flow-style.ts';

/**
 * The style of the elements from `html.ts`, on a page and in a panel. The surrounding page sets the colors: `--text`,
 * `--strong`, `--quiet`, `--line`, `--card`, `--ground`, `--good`, `--bad`, `--odd` with `…-text` for words, `--link`,
 * `--bar`, `--focus`, `--mono`. Nothing is conveyed by color alone.
 */
export const viewStyle = `${flowStyle}
code { padding: 0; background: none; color: inherit; overflow-wrap: anywhere; font-family: var(--mono); font-size: .95em; }
.heading { padding: 14px 0 4px; }
.heading h1 { font-size: 1.35em; font-weight: 600; line-height: 1.3; color: var(--strong); }
.heading .place, .subject .place { text-decoration: none; }
.heading .place:hover, .subject .place:hover { text-decoration: underline; }
.quiet { color: var(--quiet); }
.words.note, .words.alarm { margin: 6px 0; padding: 4px 10px; border-left: 3px solid var(--odd); background: var(--card); }
.words.alarm { border-color: var(--bad); color: var(--strong); }
.words.strong { font-weight: 600; color: var(--strong); }
.words.box { margin: 10px 0; padding: 10px 14px; border: 1px solid var(--line); border-radius: 4px; background: var(--card); }

.card { margin: 10px 0; padding: 12px 16px; border: 1px solid var(--line); border-left: 4px solid var(--good);
  border-radius: 4px; background: var(--card); }
.card.draft { border-left-style: dashed; border-left-color: var(--odd); }
.card.bad { border-left-color: var(--bad); }
.card.open { border-left-style: dotted; border-left-color: var(--odd); }
.large { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; font-size: 1.7em; font-weight: 600;
  line-height: 1.35; color: var(--strong); }
.large .place { text-decoration: none; font-weight: inherit; }
.large .place:hover { text-decoration: underline; }
.large .badge { font-size: .55em; }
.side .large { font-size: 1.2em; }
.side .large .badge { font-size: .75em; }

.sign { display: inline-block; min-width: 1.1em; text-align: center; }
.badge { display: inline-block; padding: 0 7px 0 3px; border: 1px solid currentColor; border-radius: 10px; font-size: .85em;
  font-weight: normal; line-height: 1.6; white-space: nowrap; color: var(--quiet); vertical-align: baseline; }
.badge > .sign { margin-right: 3px; }
.badge.good, .badge.live { color: var(--good-text); }
.badge.bad { color: var(--bad-text); }
.badge.draft { color: var(--odd-text); border-style: dashed; }
.badge.changed { color: var(--link); }
.badge.open { color: var(--odd-text); border-style: dotted; }
.count { color: var(--quiet); font-size: .9em; font-weight: normal; }

.section { margin-top: 18px; }
.section > summary { display: flex; align-items: baseline; gap: 8px; padding: 3px 0; border-bottom: 1px solid var(--line);
  cursor: pointer; list-style: none; }
.section > summary::-webkit-details-marker { display: none; }
.section > summary::before { content: '›'; width: .7em; font-size: 1.2em; line-height: 1; color: var(--quiet); }
.section[open] > summary::before { content: '⌄'; }
.section > summary h2 { font-weight: 600; font-size: 1.05em; color: var(--strong); }
.section > summary .count { margin-left: auto; text-align: right; white-space: nowrap; overflow-wrap: normal; }
.inside { padding: 8px 0 0; }
.inside > * + * { margin-top: 8px; }
.inside h3, .side h3 { font-weight: 600; font-size: .95em; color: var(--quiet); }
.inside .section { margin-top: 10px; }
.inside .section > summary h2 { font-weight: normal; font-size: 1em; }
.fold > summary { cursor: pointer; color: var(--quiet); }
.fold > summary:hover { color: var(--text); }
.fold > ul { padding: 2px 0 4px 14px; }

.item { padding: 8px 0 8px 10px; border-left: 3px solid transparent; }
.item.live { border-left-color: var(--good); }
.item.bad { border-left-color: var(--bad); }
.item + .item { border-top: 1px solid var(--line); }
.subject > *, .effect > * { margin-right: 8px; }
.subject { color: var(--strong); }
.subject > .what { font-weight: 600; }
.item > .quiet { font-size: .92em; }
.values { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: 3px 14px; padding-left: 12px; }
.values > li { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; }
.values > li > :first-child:empty + div { grid-column: 1 / -1; }
.hunk { margin: 2px 0; padding: 4px 8px; border-radius: 3px; background: var(--card); }
.hunk li { white-space: pre-wrap; }
.hunk .good { color: var(--good-text); }
.hunk .bad { color: var(--bad-text); }

.verbatim { padding: 8px 12px; border-radius: 3px; background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; }
.piece { border-bottom: 1px solid currentColor; color: var(--good-text); }
.piece.plain { color: var(--quiet); border-bottom-style: dashed; }
.piece.open { color: var(--odd-text); border-bottom-style: dotted; }
.piece.bad { color: var(--bad-text); border-bottom-style: double; }
.piece > .beside { font-size: .85em; }

.acts > * { margin-right: 12px; }

.steps { counter-reset: step; }
.steps li { position: relative; padding: 3px 0 3px 28px; counter-increment: step; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 4px; width: 18px; height: 18px;
  border: 1px solid var(--line); border-radius: 50%; font-size: .8em; line-height: 16px; text-align: center;
  color: var(--quiet); }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 8px 12px; align-items: center; }
.fold .sides { grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); align-items: start; padding: 4px 0; }
.side { padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--card); height: 100%; }
.between { display: flex; flex-direction: column; align-items: center; gap: 2px; }
.arrow { color: var(--quiet); }

table { width: 100%; border-collapse: collapse; }
th, td { overflow-wrap: break-word; padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; font-weight: normal; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-size: .9em; white-space: nowrap; }
td:last-child:not(.number) { min-width: 12em; }
.number { text-align: right; white-space: nowrap; overflow-wrap: normal; font-variant-numeric: tabular-nums; }
tr.hole > th { box-shadow: inset 3px 0 0 var(--bad); }
.boxed, .scrolling { border: 1px solid var(--line); border-radius: 3px; }
.scrolling { max-height: 60vh; overflow: auto; }
.scrolling table { border-collapse: separate; border-spacing: 0; }
.scrolling thead th { position: sticky; top: 0; z-index: 2; background: var(--ground); }
.wide table { width: max-content; min-width: 100%; }
.wide td { max-width: 22em; }
.wide th:first-child { position: sticky; left: 0; z-index: 1; background: var(--ground); border-right: 1px solid var(--line);
  max-width: 40vw; }
.wide thead th:first-child { z-index: 3; }
.wide thead .quiet { display: block; }
.current { background: var(--current); --quiet: var(--strong); }
thead .current { box-shadow: inset 0 2px 0 var(--focus); }

.bar { padding: 8px 0; }
.bar + .bar { border-top: 1px solid var(--line); }
.bar.current { padding-left: 8px; border-left: 3px solid var(--focus); background: none; }
.share { display: block; margin: 3px 0 0; overflow: visible; }
.share .track { fill: var(--card); stroke: var(--line); stroke-width: 1; }
.share .drawn { fill: var(--bar); }
.share.bad .drawn { fill: var(--bad); }
.share.open .drawn { fill: var(--odd); }
.share .expected { stroke: var(--strong); stroke-width: 2; stroke-dasharray: 3 2; }
.share .interval { stroke: var(--strong); stroke-width: 1; }
.drawn-flow { --edge: var(--quiet); --faint: var(--quiet); --box: var(--card); --error: var(--bad); --warning: var(--odd);
  --info: var(--link); }
.drawn-flow + .drawn-flow { margin-top: 12px; }
.drawn-flow .scrolled { overflow: auto; max-height: 560px; border: 1px solid var(--line); border-radius: 4px; }
.drawn-flow svg { display: block; margin: 0 auto; }
.stacked > ol > li { display: grid; grid-template-columns: 4em 1fr; align-items: center; }
.stacked svg { display: block; overflow: visible; }
.stacked .track { fill: var(--card); stroke: var(--line); stroke-width: 1; }
.stacked rect { stroke: var(--ground); stroke-width: 1; }
.stacked text { fill: var(--strong); font-size: .85em; text-anchor: middle; }
.stacked > .key { display: flex; flex-wrap: wrap; gap: 2px 14px; padding: 3px 0 0 4em; }
.letter { display: inline-block; min-width: 1.5em; margin-right: 5px; border-bottom: 4px solid; text-align: center;
  color: var(--strong); }
.part-0 { fill: color-mix(in srgb, var(--bar) 55%, var(--ground)); border-color: var(--bar); }
.part-1 { fill: color-mix(in srgb, var(--odd) 55%, var(--ground)); border-color: var(--odd); }
.part-2 { fill: color-mix(in srgb, var(--good) 55%, var(--ground)); border-color: var(--good); }
.part-3 { fill: color-mix(in srgb, var(--quiet) 45%, var(--ground)); border-color: var(--quiet); }
.part-4 { fill: color-mix(in srgb, var(--bad) 45%, var(--ground)); border-color: var(--bad); }
.part-5 { fill: color-mix(in srgb, var(--strong) 25%, var(--ground)); border-color: var(--strong); }
.numbers { font-size: .95em; font-variant-numeric: tabular-nums; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 8px; }
.tile { display: flex; flex-direction: column; padding: 8px 10px; border: 1px solid var(--line); border-radius: 4px;
  background: var(--card); }
.tile strong { font-size: 1.5em; font-weight: 600; line-height: 1.2; color: var(--strong);
  font-variant-numeric: tabular-nums; }
.tile span { color: var(--quiet); font-size: .9em; }
.tile.bad { border-left: 3px solid var(--bad); }
.tile.open { border-left: 3px solid var(--odd); }
.tile.good { border-left: 3px solid var(--good); }

.replay svg { display: block; width: 100%; height: 180px; border: 1px solid var(--line); background: var(--card); }
.replay .figure { fill: none; stroke: var(--bar); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
  vector-effect: non-scaling-stroke; }
.replay .threshold { fill: none; stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 6 4;
  vector-effect: non-scaling-stroke; }
.replay .incident { fill: var(--bad); opacity: .18; }
.scale, .moments { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 12px; font-size: .9em;
  font-variant-numeric: tabular-nums; }
.limit { color: var(--bad-text); }

@media (max-width: 480px) {
  .sides { grid-template-columns: minmax(0, 1fr); }
  .between { flex-direction: row; }
  .between .arrow { transform: rotate(90deg); }
  /* every row is a block of lines, so that no column is cut off */
  .boxed thead, .scrolling:not(.wide) thead { position: absolute; clip-path: inset(50%); }
  .boxed tr, .scrolling:not(.wide) tr { display: block; padding: 6px 0; border-bottom: 1px solid var(--line); }
  .boxed tr > *, .scrolling:not(.wide) tr > * { display: block; padding: 1px 8px; border: 0; text-align: left; }
  td[data-title]:not([data-title=''])::before { content: attr(data-title) ' '; color: var(--quiet); }
  .wide td[data-title]::before { content: none; }
}
`;
