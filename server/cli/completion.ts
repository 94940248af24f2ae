import {
  command,
  type Command,
  type Commands,
  everywhere,
  type CompletionKind,
  type Option,
} from './terminal/command.ts';
import { didYouMean } from '../core/wording.ts';
import { UsageError, type Io } from './terminal/io.ts';
import { docsOf } from '../core/engine/rule-docs.ts';
import { rules } from '../../rules/index.ts';
import { ruleGroups } from '../core/engine/groups.ts';
import { groupsOf } from '../core/json/multimap.ts';
import type { Agent } from '../core/workspace/agents.ts';
import { makeReadable } from '../view/printable.ts';
import { openAll } from './terminal/workspaces.ts';

/*
 * Each script passes the words up to the cursor and shows the answer: one candidate per line, with its meaning after a
 * tab. If the first line is `:path` or `:folder`, the shell adds its own paths.
 */

// bash also splits words at = : and @, so candidates contain only the last part. Spaces are escaped, except in file
// names. The script must run in bash 3.2 of macOS. `read` without -r understands escaped spaces.
const bash = `_preflight() {
  local line="\${COMP_LINE:0:COMP_POINT}" word last head candidates item escapes=yes
  local -a words
  read -a words <<< "$line"
  [[ $line == *[[:space:]] && $line != *\\\\[[:space:]] ]] && words+=("")
  last=$((\${#words[@]} - 1))
  word="\${words[last]}"
  candidates="$("\${words[0]}" completion --complete -- "\${words[@]:1}" 2>/dev/null)" || return
  COMPREPLY=()
  case "$candidates" in
    :path*) compopt -o filenames 2>/dev/null && escapes=; while read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word") ;;
    :folder*) compopt -o filenames 2>/dev/null && escapes=; while read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$word") ;;
  esac
  head="\${word%"\${word##*[=:@]}"}"
  while IFS=$'\\t' read -r line _; do
    [[ $line == :* || -z $line || $line != "$word"* ]] && continue
    item="\${line#"$head"}"
    [[ -n $escapes ]] && item="$(printf '%q' "$item")"
    COMPREPLY+=("$item")
  done <<< "$candidates"
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[=:@] ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _preflight preflight agent-preflight
`;

const zsh = `#compdef preflight agent-preflight
_preflight() {
  local line
  local -a lines items
  lines=("\${(@f)$("\${words[1]}" completion --complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    case $line in
      :path) _files ;;
      :folder) _files -/ ;;
      ?*) items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( \${#items} )) && _describe preflight items
}
if [ "$funcstack[1]" = _preflight ]; then _preflight "$@"; else compdef _preflight preflight agent-preflight; fi
`;

const fish = `function __preflight_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l program $words[1]
  set -l lines ($program completion --complete -- $words[2..-1] 2>/dev/null)
  for line in $lines
    switch $line
      case :path
        __fish_complete_path (commandline -ct)
      case :folder
        __fish_complete_directories (commandline -ct)
      case '*'
        printf '%s\\n' $line
    end
  end
end
complete -c preflight -f -a '(__preflight_complete)'
complete -c agent-preflight -f -a '(__preflight_complete)'
`;

/** The output of `preflight completion SHELL` by the name of the shell. */
const scripts = { bash, zsh, fish } as const;
type Shell = keyof typeof scripts;

const shells = Object.keys(scripts) as [Shell, ...Shell[]];

/** Completes command lines in a shell: `preflight completion bash`. @param commands all commands */
export const completion = (commands: Commands): Command =>
  command(
    {
      name: 'completion',
      operands: shells.join('|'),
      completes: shells,
      about: `Print a completion script for a shell: commands, options and their values, and the rules, agents, versions and tags
of the current workspace. The script calls preflight for candidates, so it stays valid after an update.`,
      options: {
        complete: { about: 'used by the script: print candidates for the last word after --, one per line' },
      },
      helpEnding: `Examples
  source <(preflight completion bash)                                        in ~/.bashrc
  source <(preflight completion zsh)                                         in ~/.zshrc, after compinit
  preflight completion fish > ~/.config/fish/completions/preflight.fish`,
    },
    async ({ values, positionals }, io) => {
      if (values.complete) {
        io.stdout.write((await candidatesFor(positionals, commands, io)).map(line => `${line}\n`).join(''));
        return 0;
      }
      const [name, ...rest] = positionals;
      const shell = shells.find(shell => shell === name);
      if (shell === undefined || rest.length > 0)
        throw new UsageError(
          `completion takes the name of a shell: ${shells.join(', ')}${rest.length > 0 ? '' : didYouMean(name ?? '', shells)}`,
        );
      io.stdout.write(scripts[shell]);
      return 0;
    },
  );

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
async function candidatesFor(words: readonly string[], commands: Commands, io: Io): Promise<readonly string[]> {
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
