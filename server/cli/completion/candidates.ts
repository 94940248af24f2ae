import { docsOf } from '../../core/engine/rule-docs.ts';
import { rules } from '../../../rules/index.ts';
import { ruleGroups } from '../../core/engine/groups.ts';
import type { Agent } from '../../core/workspace/agents.ts';
import { readable } from '../../view/printable.ts';
import { everywhere, type Command, type Commands, type Completes, type Option } from '../terminal/command.ts';
import type { Io } from '../terminal/io.ts';
import { openAll } from '../terminal/workspaces.ts';

interface Candidate {
  readonly value: string;
  /** What it means, in a few words. */
  readonly about?: string | undefined;
}
/** What is possible at a place; `ask` is what the shell itself knows. */
interface Possible {
  readonly candidates: readonly Candidate[];
  readonly ask?: 'path' | 'folder' | undefined;
}
const nothing: Possible = { candidates: [] };

/**
 * What may replace the last word.
 * @param words those after the name of the program, up to the cursor
 * @returns `value<TAB>meaning`, preceded by `:path` or `:folder` if the shell's own paths are possible too
 */
export async function candidatesFor(words: readonly string[], commands: Commands, io: Io): Promise<readonly string[]> {
  const current = words.at(-1) ?? '';
  const { candidates, ask } = await possible(words, current, commands, io);
  const lines = candidates
    .filter(({ value }) => value.startsWith(current))
    .map(({ value, about }) => `${readable(value)}\t${readable(about ?? '')}`);
  return [...(ask === undefined ? [] : [`:${ask}`]), ...lines];
}

async function possible(words: readonly string[], current: string, commands: Commands, io: Io): Promise<Possible> {
  const named = Object.entries(commands).map(([value, { about }]): Candidate => ({ value, about }));
  if (words.length <= 1) return { candidates: named };
  const [name = ''] = words;
  if (name === 'help') return { candidates: named };
  if (!Object.hasOwn(commands, name)) return nothing;
  const command = await commands[name]!.load();
  const before = words.slice(1, -1);
  if (before.includes('--')) return ofKind(command.completes, io);
  const given = /^--([\w-]+)=/.exec(current);
  if (given) return within(given[0], ofValue(command.options[given[1]!], io));
  const asked = optionBefore(command, before.at(-1) ?? '');
  if (asked) return ofValue(asked, io);
  return current.startsWith('-') ? { candidates: optionsLeft(command, before) } : ofKind(command.completes, io);
}

/** The option that the next word is a value of, if the word before takes one. */
function optionBefore({ options }: Command, word: string): Option | undefined {
  const found = Object.entries({ ...options, ...everywhere }).find(
    ([name, { short }]) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  )?.[1];
  return found?.value === undefined || found.bare !== undefined ? undefined : found;
}

function optionsLeft({ options }: Command, before: readonly string[]): Candidate[] {
  const isGiven = (name: string): boolean => before.some(word => word === `--${name}` || word.startsWith(`--${name}=`));
  return Object.entries({ ...options, ...everywhere })
    .filter(([name, { multiple }]) => multiple === true || !isGiven(name))
    .map(([name, { about }]) => ({ value: `--${name}`, about: short(about) }));
}

/** A menu has room only for the beginning. */
const short = (about: string): string => about.split(/[;.\n](?:\s|$)/)[0]!;

const ofValue = (option: Option | undefined, io: Io): Possible =>
  option?.choices ? { candidates: option.choices.map(value => ({ value })) } : ofKind(option?.completes, io);

const within = (head: string, { candidates, ask }: Possible): Possible => ({
  candidates: candidates.map(({ value, about }) => ({ value: head + value, about })),
  // the shell would complete the whole word
  ask: undefined,
  ...(candidates.length === 0 && { ask }),
});

function ofKind(kind: Completes | undefined, io: Io): Possible {
  if (kind === undefined) return nothing;
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
    case 'agent':
      return { candidates: agentsHere(io).map(({ id, name }) => ({ value: id, about: name })), ask: 'path' };
    case 'reference':
      return { candidates: agentsHere(io).flatMap(references), ask: 'path' };
    case 'agent-version':
      return { candidates: agentsHere(io).flatMap(agent => versions(agent)) };
    case 'agent-tag':
      return {
        candidates: agentsHere(io).flatMap(agent =>
          [...agent.tags.keys()].map(tag => ({ value: `${agent.id}:${tag}`, about: agent.name })),
        ),
      };
  }
}

const references = (agent: Agent): Candidate[] => [
  { value: agent.id, about: agent.name },
  ...[...agent.tags.values()].map(({ name, version }) => ({
    value: `${agent.id}@${name}`,
    about: version == null ? agent.name : `${agent.name ?? 'version'} v${version}`,
  })),
  { value: `${agent.id}@latest`, about: agent.name },
  { value: `${agent.id}@latest_published`, about: agent.name },
  ...versions(agent),
];
const versions = ({ id, name, versions: all }: Agent): Candidate[] =>
  [...all.keys()].map(version => ({ value: `${id}@${version}`, about: name }));

/** Empty if the workspace cannot be read: nobody wants an error in the middle of a command line. */
function agentsHere(io: Io): readonly Agent[] {
  try {
    return openAll(io).flatMap(({ workspace }) => [...workspace.agents.values()]);
  } catch {
    return [];
  }
}
