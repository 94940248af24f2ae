import type { AgentVersion } from '../core/workspace/agents.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { escaped } from './markup.ts';
import { at, svg } from './svg.ts';

const CHIP_SPACE = 210,
  ROW = 40,
  LINE = 24,
  GAP = 6;
/** Where the labels begin, and their approximate width per bold letter. */
const LABELS = 38,
  LETTER = 7.8;
/** How many unchanged versions are shown, newest first. */
const NEWEST = 3;

interface Chip {
  readonly tag: string;
  readonly state: 'stays' | 'was' | 'now';
}
interface TimelineRow {
  readonly version: number | null;
  readonly label: string;
  readonly published: boolean | null;
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly chips: readonly Chip[];
}

/**
 * The versions of an agent, newest on top, with its tags: those that stay, and the moves of the others. Unchanged
 * versions beyond the newest few are left out.
 */
export interface Timeline {
  readonly agentId: string;
  /** `Front desk (agent_frontdesk01)` */
  readonly label: string;
  readonly rows: readonly TimelineRow[];
}
export const timelineOf = (agentId: string, label: string, before: Workspace, after: Workspace): Timeline => ({
  agentId,
  label,
  rows: rowsOf(agentId, before, after),
});

export function timelineSvg({ label, rows }: Timeline): string {
  // tags begin after the longest label, so that none overlap
  const chips = Math.max(150, LABELS + 12 + Math.max(...rows.map(({ label }) => label.length), 0) * LETTER),
    width = chips + CHIP_SPACE;
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  let y = 12,
    body = '';
  for (const row of rows) {
    const top = y,
      middle = y + ROW / 2;
    let x = chips,
      line = 0;
    for (const chip of row.chips) {
      const long = Math.min(CHIP_SPACE - 40, chip.tag.length * LETTER + 20);
      if (x + long > width - 34 && x > chips) {
        x = chips;
        line++;
      }
      const centre = middle + line * (LINE + 4);
      places.set(`${chip.state} ${chip.tag}`, { x: x + long / 2, y: centre });
      body +=
        `<g class="${chip.state}"><rect x="${at(x)}" y="${at(centre - 11)}" width="${at(long)}" height="22" rx="11"/>` +
        `<text x="${at(x + long / 2)}" y="${at(centre + 4)}" text-anchor="middle">${escaped(chip.tag)}</text></g>\n`;
      x += long + GAP;
    }
    y += ROW + line * (LINE + 4);
    if (row.version !== null)
      body += `<circle cx="20" cy="${at(middle)}" r="7" class="${row.isGone ? 'gone' : stateClass(row.published)}"/>\n`;
    body += `<text x="${LABELS}" y="${at(middle + 4)}"${row.isNew ? ' class="strong"' : ''}>${escaped(row.label)}</text>\n`;
    if (row.version !== null && row !== rows.findLast(({ version }) => version !== null))
      body = `<line x1="20" y1="${at(middle)}" x2="20" y2="${at(top + (y - top) + ROW / 2)}" class="way"/>\n${body}`;
  }
  let moves = '';
  for (const [key, from] of places) {
    const to = key.startsWith('was ') ? places.get(`now ${key.slice(4)}`) : undefined;
    if (!to) continue;
    // from the facing side of one chip to that of the other, behind all chips
    const up = from.y > to.y ? 1 : -1,
      start = from.y - up * 11,
      end = to.y + up * 19,
      half = (start + end) / 2;
    moves +=
      `<path class="move" d="M${at(from.x)} ${at(start)}C${at(from.x)} ${at(half)} ${at(to.x)} ${at(half)} ` +
      `${at(to.x)} ${at(end)}"/><path class="tip" d="M${at(to.x)} ${at(to.y + up * 12)}l-5 ${up * 8}h10z"/>\n`;
  }
  return svg(
    Math.ceil(width),
    y + 12,
    `Versions and tags of ${label}`,
    moves + body,
    `
.way{stroke:var(--line);stroke-width:2}.published{fill:var(--green);stroke:var(--green);stroke-width:2}
.draft{fill:var(--ground);stroke:var(--faint);stroke-width:2;stroke-dasharray:3 2}
.gone{fill:var(--ground);stroke:var(--red);stroke-width:2}
.unclear{fill:var(--line);stroke:var(--faint)}
.stays rect{fill:var(--box);stroke:var(--line)}
.was rect{fill:var(--ground);stroke:var(--faint);stroke-dasharray:4 3}.was text{fill:var(--faint);text-decoration:line-through}
.now rect{fill:var(--blue);stroke:var(--blue)}.now text{fill:var(--ground);font-weight:600}
.move{fill:none;stroke:var(--blue);stroke-width:2}.tip{fill:var(--blue)}`,
  );
}

function stateClass(published: boolean | null): string {
  if (published === null) return 'unclear';
  return published ? 'published' : 'draft';
}

function stateOf(facts: AgentVersion | undefined): string {
  if (facts === undefined) return 'not in this workspace';
  if (facts.isPublished === undefined) return '';
  return facts.isPublished ? 'published' : 'draft';
}

function movedInWords(former: AgentVersion | undefined, version: AgentVersion | undefined): string {
  if (former && !version) return 'gone';
  return former && stateOf(former) !== stateOf(version) ? `${stateOf(former)} → ${stateOf(version)}` : stateOf(version);
}

function rowsOf(agentId: string, before: Workspace, after: Workspace): TimelineRow[] {
  const [oldAgent, now] = [before.agent(agentId), after.agent(agentId)];
  const assigned = (agent: typeof oldAgent, tag: string): number | null | undefined => agent?.tags.get(tag)?.version;
  const tags = [...new Set([...(oldAgent?.tags.keys() ?? []), ...(now?.tags.keys() ?? [])])].sort();
  const chipsAt = (version: number | null): Chip[] =>
    tags.flatMap((tag): Chip[] => {
      const [former, is] = [assigned(oldAgent, tag), assigned(now, tag)];
      if (former === is) return is === version ? [{ tag, state: 'stays' }] : [];
      if (former === version) return [{ tag, state: 'was' }];
      return is === version ? [{ tag, state: 'now' }] : [];
    });
  const tagged = tags.flatMap(tag =>
    [assigned(oldAgent, tag), assigned(now, tag)].filter(one => typeof one === 'number'),
  );
  const numbers = [...new Set([...(oldAgent?.versions.keys() ?? []), ...(now?.versions.keys() ?? []), ...tagged])].sort(
    (a, b) => b - a,
  );
  const rows: TimelineRow[] = [];
  let left = 0;
  for (const [index, version] of numbers.entries()) {
    const [then, is] = [oldAgent?.versions.get(version), now?.versions.get(version)];
    const chips = chipsAt(version),
      changed = then?.isPublished !== is?.isPublished || (then === undefined) !== (is === undefined);
    if (chips.length === 0 && !changed && index >= NEWEST) {
      left++;
      continue;
    }
    const arose = oldAgent !== undefined && then === undefined && is !== undefined;
    rows.push({
      version,
      label: `v${version} ${arose ? `new ${stateOf(is)}` : movedInWords(then, is)}`.trimEnd(),
      published: (is ?? then)?.isPublished ?? null,
      isNew: changed,
      isGone: then !== undefined && is === undefined,
      chips,
    });
  }
  if (left > 0)
    rows.push({ version: null, label: `… ${left} more`, published: null, isNew: false, isGone: false, chips: [] });
  const unassignedChips = chipsAt(null);
  if (unassignedChips.length > 0)
    rows.push({
      version: null,
      label: 'unassigned',
      published: null,
      isNew: false,
      isGone: false,
      chips: unassignedChips,
    });
  return rows;
}
