import { docsOf } from '../../core/engine/rule-docs.ts';
import { rules } from '../../../rules/index.ts';
import { ruleGroups } from '../../core/engine/groups.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import type { Agent } from '../../core/workspace/agents.ts';
import { makeReadable } from '../../view/printable.ts';
import { everywhere, type Command, type Commands, type CompletionKind, type Option } from '../terminal/command.ts';
import type { Io } from '../terminal/io.ts';
import { openAll } from '../terminal/workspaces.ts';

interface Candidate {
  readonly value: string;
  /** A short description of the candidate. */
  readonly about?: string | undefined;
}
/** The candidates at a place. `ask`: the shell also completes its own paths or folders there. */
interface Possible {
  readonly candidates: readonly Candidate[];
  readonly ask?: 'path' | 'folder' | undefined;
}
const noCandidates: Possible = { candidates: [] };

/**
 * The candidates for the last word.
 * @param words the words after the name of the program, up to the cursor
 * @returns `value<TAB>meaning` for each; the first is `:path` or `:folder` if the shell's own paths are possible too
 */
export async function candidatesFor(words: readonly string[], commands: Commands, io: Io): Promise<readonly string[]> {
  const current = words.at(-1) ?? '';
  const { candidates, ask } = await possible(words, current, commands, io);
  const lines = candidates
    .filter(({ value }) => value.startsWith(current))
    .map(({ value, about }) => `${makeReadable(value)}\t${makeReadable(about ?? '')}`);
  return [...(ask === undefined ? [] : [`:${ask}`]), ...lines];
}

async function possible(words: readonly string[], current: string, commands: Commands, io: Io): Promise<Possible> {
  const namedCandidates = Object.entries(commands).map(([value, { about }]): Candidate => ({
    value,
    about,
  }));
  if (words.length <= 1) return { candidates: namedCandidates };
  const [name = ''] = words;
  if (name === 'help') return { candidates: namedCandidates };
  if (!Object.hasOwn(commands, name)) return noCandidates;
  const command = await commands[name]!.load();
  const before = words.slice(1, -1);
  if (before.includes('--')) return kindCandidates(command.completes, io);
  const assignment = /^--([\w-]+)=/.exec(current);
  if (assignment) return withPrefix(assignment[0], valueCandidates(command.options[assignment[1]!], io));
  const option = optionBefore(command, before.at(-1) ?? '');
  if (option) return valueCandidates(option, io);
  return current.startsWith('-') ? { candidates: optionsLeft(command, before) } : kindCandidates(command.completes, io);
}

/** The option before the cursor, if the next word is its value. */
function optionBefore({ options }: Command, word: string): Option | undefined {
  const entry = Object.entries({ ...options, ...everywhere }).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )?.[1];
  return entry?.value === undefined || entry.bareValue !== undefined ? undefined : entry;
}

function optionsLeft({ options }: Command, before: readonly string[]): Candidate[] {
  const isGiven = (name: string): boolean => before.some(word => word === `--${name}` || word.startsWith(`--${name}=`));
  return Object.entries({ ...options, ...everywhere })
    .filter(([name, { multiple }]) => multiple === true || !isGiven(name))
    .map(([name, { about }]) => ({ value: `--${name}`, about: firstSentence(about) }));
}

/** The menu of a shell is narrow, so only the first sentence is shown. */
const firstSentence = (description: string): string => description.split(/[;.\n](?:\s|$)/)[0]!;

const valueCandidates = (option: Option | undefined, io: Io): Possible =>
  option?.choices ? { candidates: option.choices.map(value => ({ value })) } : kindCandidates(option?.completes, io);

const withPrefix = (head: string, { candidates, ask }: Possible): Possible => ({
  candidates: candidates.map(({ value, about }) => ({ value: head + value, about })),
  // only Preflight's candidates are shown: the shell would complete the whole word, prefix included
  ask: undefined,
  ...(candidates.length === 0 && { ask }),
});

function kindCandidates(kind: CompletionKind | undefined, io: Io): Possible {
  if (kind === undefined) return noCandidates;
  if (typeof kind !== 'string') return { candidates: kind.map(value => ({ value })) };
  switch (kind) {
    case 'path':
    case 'folder':
      return { candidates: [], ask: kind };
    case 'rule':
      return { candidates: rules.map(rule => ({ value: rule.id, about: docsOf(rule).summary })) };
    case 'rule-or-group':
      return {
        candidates: [
          ...ruleGroups.map(value => ({ value, about: 'a group of rules' })),
          ...rules.map(rule => ({ value: rule.id, about: docsOf(rule).summary })),
        ],
      };
    case 'reference':
      return { candidates: agentsHere(io).flatMap(references), ask: 'path' };
    case 'agent-version':
      return { candidates: agentsHere(io).flatMap(versions) };
    case 'agent-tag':
      return {
        candidates: agentsHere(io).flatMap(({ agent, name, about }) =>
          [...agent.tags.keys()].map(tag => ({ value: `${name}:${tag}`, about })),
        ),
      };
  }
}

/** An agent, named by its id or, if no other agent has the same name, by its name. */
interface CalledAgent {
  readonly agent: Agent;
  readonly name: string;
  readonly about: string | undefined;
}

const references = ({ agent, name, about }: CalledAgent): Candidate[] => [
  { value: name, about },
  ...[...agent.tags.values()].map(({ name: tag, version }) => ({
    value: `${name}@${tag}`,
    about: version == null ? about : `${about ?? 'version'} v${version}`,
  })),
  { value: `${name}@latest`, about },
  { value: `${name}@latest_published`, about },
  ...versions({ agent, name, about }),
];
const versions = ({ agent, name, about }: CalledAgent): Candidate[] =>
  [...agent.versions.keys()].map(version => ({ value: `${name}@${version}`, about }));

/** The agents of the workspace. Empty if the workspace cannot be read, because completion shows no errors. */
function agentsHere(io: Io): readonly CalledAgent[] {
  try {
    return openAll(io).flatMap(({ workspace }) => {
      const agents = [...workspace.agents.values()],
        alikeGroups = groupsOf(agents, ({ name = '' }) => name.toLowerCase());
      return agents.flatMap(agent => {
        const { id, name = '' } = agent,
          byId = { agent, name: id, about: agent.name };
        return name !== '' && alikeGroups.get(name.toLowerCase())!.length === 1
          ? [byId, { agent, name, about: id }]
          : [byId];
      });
    });
  } catch {
    return [];
  }
}
