import { recordOf } from '../../core/domain/tasks.ts';
import { reachInBrief } from '../../view/reach-brief.ts';
import type { Cursor } from '../../core/cursor.ts';
import { didYouMeanId } from '../../core/domain/ids.ts';
import { selectionOf } from '../../core/workspace/version-references.ts';
import { count, firstLines, listed } from '../../core/wording.ts';
import type { Agent, AgentVersion } from '../../core/workspace/agents.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import {
  referenceKinds,
  referencesOf,
  type VersionReference,
  type ReferenceKind,
} from '../../core/index/agent-references.ts';
import { selectionWords, selectsShort } from '../../simulator/resolution.ts';
import type { PositionContext } from '../context.ts';
import { blocks, bullets, code, plainMarkdown, prose, sentence } from './markdown.ts';
import { versionHover } from './version.ts';

const MAX_TAGS = 20,
  MAX_VERSIONS = 20;

/**
 * Facts about an agent, in markdown.
 * @param cursor the place of the id of the agent
 */
export function agentHover(id: string, cursor: Cursor, { workspace }: PositionContext): string {
  const agent = workspace.agent(id);
  if (!agent)
    return blocks(
      `**${plainMarkdown(id)}** · agent, not in this workspace`,
      sentence(`Its versions and tags are not known${prose(didYouMeanId(id, workspace.agents.keys()))}`),
    );
  const selection = cursor.marks['x-reference'] ? selectionOf(cursor) : undefined;
  const resolution = selection && workspace.resolve(selection.agentId, selection.reference);
  const writtenReference = selection?.reference ?? null;
  const reference = writtenReference === null ? 'no version is given, so `latest`' : code(String(writtenReference));
  return inWords(agent, workspace, resolution && `Here: ${reference} → ${selectionWords(resolution)}`);
}

/** Facts about an agent, independent of a place that names it; `undefined` if it is not in this workspace. */
export function agentInWords(id: string, workspace: Workspace): string | undefined {
  const agent = workspace.agent(id);
  return agent && inWords(agent, workspace);
}

const inWords = (agent: Agent, workspace: Workspace, currentId?: string): string =>
  blocks(
    `**${plainMarkdown(agent.label)}** · ${agent.channel === undefined ? '' : `${agent.channel} `}agent ${code(agent.id)}`,
    currentId,
    bullets([
      versionsOf(agent),
      ...tagsOf(agent, workspace),
      referrers(referencesOf(workspace).filter(({ agentId }) => agentId === agent.id)),
    ]),
  );

/** The versions of an agent, for example `versions: 0 to 3 published, 4 draft`. */
function versionsOf({ versions, versionsComplete }: Agent): string {
  const allVersions = [...versions.values()];
  if (allVersions.length === 0) return versionsComplete ? 'versions: none' : 'versions: not known';
  const states: readonly (readonly [string, (version: AgentVersion) => boolean])[] = [
    ['published', version => version.isPublished === true],
    ['draft', version => version.isPublished === false],
    ['(publication state unknown)', version => version.isPublished === undefined],
  ];
  const parts = states.flatMap(([state, isInState]) => {
    const numbers = allVersions.filter(isInState).map(({ version }) => String(version));
    return numbers.length === 0 ? [] : [`${listed(numbers, 'and', MAX_VERSIONS)} ${state}`];
  });
  return `versions: ${parts.join('; ')}${versionsComplete ? '' : '; others may exist'}`;
}

function tagsOf(agent: Agent, workspace: Workspace): string[] {
  if (agent.tags.size === 0) return [agent.tagsComplete ? 'tags: none' : 'tags: not known'];
  const tagTexts = [...agent.tags.values()].map(
    ({ name, version }) =>
      `${code(name)} ${version === null ? 'unassigned, so ' : ''}→ ${selectsShort(workspace.resolve(agent.id, name))}`,
  );
  return [`tags: ${firstLines(tagTexts, MAX_TAGS).join(', ')}${agent.tagsComplete ? '' : '; others may exist'}`];
}

const nouns: Readonly<Record<ReferenceKind, string>> = {
  tag: 'live tag',
  'phone-number': 'arm of a phone number',
  swap: 'swap',
  transfer: 'transfer',
  weight: 'weight',
  task: 'batch task',
  filter: 'alert filter',
  other: 'other field',
};
const plurals: Partial<Record<ReferenceKind, string>> = { 'phone-number': 'arms of phone numbers' };

/** The number of references by kind, for example `referenced by 2 swaps and 1 weight`. */
function referrers(references: readonly VersionReference[]): string {
  const parts = referenceKinds
    .filter(kind => kind !== 'tag')
    .flatMap(kind => {
      const n = references.filter(reference => reference.kind === kind).length;
      return n === 0 ? [] : [count(n, nouns[kind], plurals[kind])];
    });
  return parts.length === 0 ? 'not referenced in this workspace' : `referenced by ${listed(parts, 'and')}`;
}

/** Facts about a tag of an agent: its version, its variables, and the references to it. */
export function tagHover(agentId: string, tag: string, cursor: Cursor, context: PositionContext): string {
  const { workspace } = context,
    record = recordOf(workspace.resolve(agentId, tag), workspace),
    reach = record ? reachInBrief([record], workspace) : '';
  return blocks(
    versionHover({ agentId, reference: tag, fromNumber: null }, cursor, context),
    bullets([
      ...(workspace.facts.liveTags.includes(tag) ? ['a live tag: callers are served by it'] : []),
      referrers(
        referencesOf(workspace).filter(reference => reference.agentId === agentId && reference.reference === tag),
      ),
      ...(reach === '' ? [] : [reach]),
    ]),
  );
}

/** Facts about a tag that is named without an agent: all agents that have the tag. */
export function tagOfAnyHover(tag: string, { workspace }: PositionContext): string {
  const holders = [...workspace.agents.values()].filter(agent => agent.tags.has(tag));
  return blocks(
    `**${plainMarkdown(tag)}** · tag of ${holders.length === 0 ? 'no agent in this workspace' : count(holders.length, 'agent')}`,
    bullets(
      firstLines(
        holders.map(agent => `${plainMarkdown(agent.label)} → ${selectionWords(workspace.resolve(agent.id, tag))}`),
        MAX_TAGS,
      ),
    ),
  );
}
