import type { AgentVersion } from '../core/workspace/agents.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { escapeMarkup } from './markup.ts';
import { toFixed, svg } from './svg.ts';

const CHIP_SPACE = 210,
  ROW_HEIGHT = 40,
  LINE_HEIGHT = 24,
  GAP = 6;
/** In pixels: the left edge of the labels, and the approximate width of a bold letter. */
const LABELS = 38,
  LETTER = 7.8;
/** The maximum number of unchanged versions, newest first. */
const MAX_UNCHANGED = 3;

interface Chip {
  readonly tag: string;
  readonly state: 'stays' | 'was' | 'now';
}
interface TimelineRow {
  readonly version: number | null;
  readonly label: string;
  readonly isPublished: boolean | null;
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly chips: readonly Chip[];
}

/**
 * The versions of an agent, newest on top, with its unmoved tags and the moves of the other tags. Unchanged versions
 * beyond the newest few are left out.
 */
export interface Timeline {
  readonly agentId: string;
  /** The name and id of the agent: `Front desk (agent_frontdesk01)`. */
  readonly label: string;
  readonly rows: readonly TimelineRow[];
}
export const timelineOf = (agentId: string, label: string, before: Workspace, after: Workspace): Timeline => ({
  agentId,
  label,
  rows: rowsOf(agentId, before, after),
});

export function timelineSvg({ label, rows }: Timeline): string {
  // tags begin after the longest label, so that no tag covers a label
  const chips = Math.max(150, LABELS + 12 + Math.max(...rows.map(({ label }) => label.length), 0) * LETTER),
    width = chips + CHIP_SPACE;
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  let y = 12,
    body = '';
  for (const row of rows) {
    const top = y,
      middle = y + ROW_HEIGHT / 2;
    let x = chips,
      line = 0;
    for (const chip of row.chips) {
      const chipWidth = Math.min(CHIP_SPACE - 40, chip.tag.length * LETTER + 20);
      if (x + chipWidth > width - 34 && x > chips) {
        x = chips;
        line++;
      }
      const centre = middle + line * (LINE_HEIGHT + 4);
      places.set(`${chip.state} ${chip.tag}`, { x: x + chipWidth / 2, y: centre });
      body +=
        `<g class="${chip.state}"><rect x="${toFixed(x)}" y="${toFixed(centre - 11)}" width="${toFixed(chipWidth)}" height="22" rx="11"/>` +
        `<text x="${toFixed(x + chipWidth / 2)}" y="${toFixed(centre + 4)}" text-anchor="middle">${escapeMarkup(chip.tag)}</text></g>\n`;
      x += chipWidth + GAP;
    }
    y += ROW_HEIGHT + line * (LINE_HEIGHT + 4);
    if (row.version !== null)
      body += `<circle cx="20" cy="${toFixed(middle)}" r="7" class="${row.isGone ? 'gone' : stateClass(row.isPublished)}"/>\n`;
    body += `<text x="${LABELS}" y="${toFixed(middle + 4)}"${row.isNew ? ' class="strong"' : ''}>${escapeMarkup(row.label)}</text>\n`;
    if (row.version !== null && row !== rows.findLast(({ version }) => version !== null))
      body = `<line x1="20" y1="${toFixed(middle)}" x2="20" y2="${toFixed(top + (y - top) + ROW_HEIGHT / 2)}" class="way"/>\n${body}`;
  }
  let moveLines = '';
  for (const [key, from] of places) {
    const to = key.startsWith('was ') ? places.get(`now ${key.slice(4)}`) : undefined;
    if (!to) continue;
    // the line connects the facing sides of both chips, behind all chips
    const direction = from.y > to.y ? 1 : -1,
      start = from.y - direction * 11,
      end = to.y + direction * 19,
      half = (start + end) / 2;
    moveLines +=
      `<path class="move" d="M${toFixed(from.x)} ${toFixed(start)}` +
      `C${toFixed(from.x)} ${toFixed(half)} ${toFixed(to.x)} ${toFixed(half)} ` +
      `${toFixed(to.x)} ${toFixed(end)}"/>` +
      `<path class="tip" d="M${toFixed(to.x)} ${toFixed(to.y + direction * 12)}l-5 ${direction * 8}h10z"/>\n`;
  }
  return svg(
    Math.ceil(width),
    y + 12,
    `Versions and tags of ${label}`,
    moveLines + body,
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

function stateClass(isPublished: boolean | null): string {
  if (isPublished === null) return 'unclear';
  return isPublished ? 'published' : 'draft';
}

function stateOf(facts: AgentVersion | undefined): string {
  if (facts === undefined) return 'not in this workspace';
  if (facts.isPublished === undefined) return '';
  return facts.isPublished ? 'published' : 'draft';
}

function movedInWords(formerVersion: AgentVersion | undefined, version: AgentVersion | undefined): string {
  if (formerVersion && !version) return 'gone';
  return formerVersion && stateOf(formerVersion) !== stateOf(version)
    ? `${stateOf(formerVersion)} → ${stateOf(version)}`
    : stateOf(version);
}

function rowsOf(agentId: string, before: Workspace, after: Workspace): TimelineRow[] {
  const [oldAgent, newAgent] = [before.agent(agentId), after.agent(agentId)];
  const assignedVersion = (agent: typeof oldAgent, tag: string): number | null | undefined =>
    agent?.tags.get(tag)?.version;
  const tags = [...new Set([...(oldAgent?.tags.keys() ?? []), ...(newAgent?.tags.keys() ?? [])])].sort();
  const chipsAt = (version: number | null): Chip[] =>
    tags.flatMap((tag): Chip[] => {
      const [former, current] = [assignedVersion(oldAgent, tag), assignedVersion(newAgent, tag)];
      if (former === current) return current === version ? [{ tag, state: 'stays' }] : [];
      if (former === version) return [{ tag, state: 'was' }];
      return current === version ? [{ tag, state: 'now' }] : [];
    });
  const taggedVersions = tags.flatMap(tag =>
    [assignedVersion(oldAgent, tag), assignedVersion(newAgent, tag)].filter(version => typeof version === 'number'),
  );
  const numbers = [
    ...new Set([...(oldAgent?.versions.keys() ?? []), ...(newAgent?.versions.keys() ?? []), ...taggedVersions]),
  ].sort((a, b) => b - a);
  const rows: TimelineRow[] = [];
  let omittedCount = 0;
  for (const [index, version] of numbers.entries()) {
    const [formerVersion, currentVersion] = [oldAgent?.versions.get(version), newAgent?.versions.get(version)];
    const chips = chipsAt(version),
      hasChanged =
        formerVersion?.isPublished !== currentVersion?.isPublished ||
        (formerVersion === undefined) !== (currentVersion === undefined);
    if (chips.length === 0 && !hasChanged && index >= MAX_UNCHANGED) {
      omittedCount++;
      continue;
    }
    const isNew = oldAgent !== undefined && formerVersion === undefined && currentVersion !== undefined;
    rows.push({
      version,
      label:
        `v${version} ${isNew ? `new ${stateOf(currentVersion)}` : movedInWords(formerVersion, currentVersion)}`.trimEnd(),
      isPublished: (currentVersion ?? formerVersion)?.isPublished ?? null,
      isNew: hasChanged,
      isGone: formerVersion !== undefined && currentVersion === undefined,
      chips,
    });
  }
  if (omittedCount > 0)
    rows.push({
      version: null,
      label: `… ${omittedCount} more`,
      isPublished: null,
      isNew: false,
      isGone: false,
      chips: [],
    });
  const unassignedChips = chipsAt(null);
  if (unassignedChips.length > 0)
    rows.push({
      version: null,
      label: 'unassigned',
      isPublished: null,
      isNew: false,
      isGone: false,
      chips: unassignedChips,
    });
  return rows;
}
