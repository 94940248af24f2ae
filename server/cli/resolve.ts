import { jsonText } from '../core/json/json.ts';
import type { Resolve } from '../core/generated/outputs.js';
import type { OpenedWorkspace } from '../host/open.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { count } from '../core/wording.ts';
import { referencesOf, resolutionOf, unknownTasks } from '../core/index/agent-references.ts';
import { agentCalled, ambiguity, type TypedReference } from '../core/domain/typed-reference.ts';
import { withheld } from '../simulator/simulation.ts';
import { pathFrom } from './terminal/here.ts';
import { command, formatOption, noColour } from './terminal/command.ts';
import { coloursFor, UsageError, type Io } from './terminal/io.ts';
import { code } from '../view/markdown.ts';
import { paint } from '../view/paint.ts';
import { printable } from '../view/printable.ts';
import { resolveMarkdown } from '../view/resolve-markdown.ts';
import { followed, type FollowedReference } from '../view/resolve-report.ts';
import { resolveText } from '../view/resolve-text.ts';
import { readTyped } from './terminal/typed.ts';
import { tellUnread } from './terminal/workspaces.ts';
import { folderOf, openAll, withFiles } from './terminal/workspaces.ts';

/** Shows what references to agent versions select: `preflight resolve`. */
export const resolve = command(
  {
    name: 'resolve',
    configured: true,
    takes: '[AGENT[@REF]…]',
    completes: 'reference',
    about: `Show which version of an agent a reference selects, and with which dynamic variables, from the files of this
workspace. AGENT is an id, or a name that only one agent has. REF is a number, latest, latest_published or a tag;
the default is latest.`,
    options: {
      all: {
        about:
          'all references in the workspace, with their places: live tags, phone numbers, swaps, weight lists, ' +
          'batch calls, versions in alert filters',
      },
      explain: {
        about:
          'show each step with its clause of the specification, assumptions, and every variable: value, source, where ' +
          'it is used, or that it is unset',
      },
      format: formatOption(['table', 'json', 'markdown']),
      ...noColour,
    },
    more: `Examples
  preflight resolve agent_frontdesk01@prod
  preflight resolve "Front desk@latest_published" --explain
  preflight resolve --all --format json

Exit codes
  0  all references resolve, or are unknowable: "preflight doctor" names the file that would settle those
  1  a reference selects nothing, or its agent is not in this workspace
  2  not a reference`,
  },
  ({ values, positionals }, io) => {
    const format = values.format ?? 'table';
    const { all = false, explain = false } = values;
    if (all && positionals.length > 0)
      throw new UsageError('--all is every reference in the workspace; give either it or AGENT[@REF]');
    if (!all && positionals.length === 0)
      throw new UsageError(
        'resolve takes AGENT[@REF], one or more, or --all; "preflight resolve --help" shows examples',
      );
    const typed = positionals.map(readTyped);
    const opened = openAll(io);
    const groups = (all ? withFiles(opened) : opened).map(one => {
      tellUnread(one, io);
      return { folder: folderOf(one, io), ...inWorkspace(one, all ? undefined : typed, { explain, io }) };
    });
    const own = all ? groups : [{ folder: '', answers: typed.map((_, i) => firstKnown(groups, i)) }];
    const answers = own.flatMap(group => group.answers);
    if (format === 'json') {
      const output: Resolve = { version: 1, resolutions: answers.map(({ result }) => result) };
      io.stdout.write(jsonText(output));
    } else {
      const colours = paint(coloursFor(io.stdout, io, values['no-color'])),
        { columns } = io.stdout;
      const texts = own.map(({ folder, answers: some }) =>
        format === 'markdown'
          ? (own.length > 1 ? `## ${code(folder)}\n\n` : '') + resolveMarkdown(some, { explain })
          : (own.length > 1 ? `${colours.bold(printable(folder))}\n` : '') +
            resolveText(some, { all, explain, paint: colours, columns }),
      );
      io.stdout.write(texts.join('\n'));
    }
    return Promise.resolve(answers.some(isNothing) ? 1 : 0);
  },
);

/** Whether a reference selects nothing, or its agent is never mentioned here. */
const isNothing = ({ result, isNamed }: OwnAnswer): boolean => result.outcome === 'missing' || !isNamed;

interface OwnAnswer extends FollowedReference {
  /** Whether the agent is in a file. */
  readonly isKnown?: boolean;
  /** Whether any file names the agent, even without a record of it. */
  readonly isNamed: boolean;
}

/** @param typed as typed; `undefined` for every reference */
function inWorkspace(
  { workspace, root }: OpenedWorkspace,
  typed: readonly TypedReference[] | undefined,
  { explain, io }: { readonly explain: boolean; readonly io: Io },
): { readonly answers: readonly OwnAnswer[] } {
  const shown = (file: string): string => pathFrom(io, root, file);
  if (typed) return { answers: typed.map(one => typedAnswer(one, workspace, explain, shown)) };
  const open = unknownTasks(workspace);
  if (open > 0) tellOpen(open, workspace, io);
  return {
    answers: referencesOf(workspace).map(placed => {
      const hint = workspace.agent(placed.agentId) ? '' : hintFor(placed.agentId, workspace);
      return {
        ...followed(resolutionOf(placed, workspace), workspace, { placed, hint, explain, shown }),
        isNamed: true,
      };
    }),
  };
}

/** Of several workspaces' answers about one agent, the answer of the one that has it, or at least names it. */
function firstKnown(groups: readonly { readonly answers: readonly OwnAnswer[] }[], i: number): OwnAnswer {
  const all = groups.map(({ answers }) => answers[i]!);
  return all.find(({ isKnown }) => isKnown) ?? all.find(({ isNamed }) => isNamed) ?? all[0]!;
}

/** Reports how many batch tasks are left out, because their agent is unknown. */
function tellOpen(open: number, workspace: Workspace, io: Io): void {
  const refused = withheld(['from-number-agent'], workspace);
  const why =
    refused === undefined ? 'the agent of its from_number is not known' : `the agent of its from_number ${refused}`;
  const [names, are] = open === 1 ? ['names', 'it is'] : ['name', 'they are'];
  io.stderr.write(`${count(open, 'call')} of a batch ${names} no agent, and ${why}; ${are} not shown\n`);
}

/** @throws UsageError if several agents have the name */
function typedAnswer(
  { agent, reference }: TypedReference,
  workspace: Workspace,
  explain: boolean,
  shown: (file: string) => string,
): OwnAnswer {
  const called = agentCalled(agent, workspace);
  if ('ambiguous' in called) throw new UsageError(ambiguity(agent, called.ambiguous));
  const resolution = workspace.resolve('id' in called ? called.id : agent, reference);
  const hint = 'unknown' in called ? called.unknown : '';
  return {
    ...followed(resolution, workspace, { hint, explain, shown }),
    isKnown: 'id' in called,
    isNamed: 'id' in called || referencesOf(workspace).some(({ agentId }) => agentId === agent),
  };
}

const hintFor = (agentId: string, workspace: Workspace): string =>
  workspace.memory.remember(hintFor, agentId, () => {
    const called = agentCalled(agentId, workspace);
    return 'unknown' in called ? called.unknown : '';
  });
