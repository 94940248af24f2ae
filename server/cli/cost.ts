import type { Cursor } from '../core/cursor.ts';
import { LONG_CONTEXT } from '../core/domain/tokens.ts';
import { isSuperseded } from '../core/index/superseded.ts';
import type { Cost } from '../core/generated/outputs.js';
import type { PlaceSelector } from '../core/shapes/at.ts';
import { compareTexts } from '../core/wording.ts';
import { placeOf } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import { assumedFor, costOf, tokensPerMinute, type EngineCost } from '../simulator/cost.ts';
import type { State } from '../state/open.ts';
import { answerOf } from '../view/answer.ts';
import type { Block } from '../view/blocks.ts';
import { costBlocks } from '../view/results/cost.ts';
import { command, formatOption } from './terminal/command.ts';
import { readAgent, type TypedFile } from './terminal/selector.ts';
import { remark, UsageError, type Io, pathFrom, show } from './terminal/io.ts';
import { tokenizer, tokensOf } from '../simulator/tokenizer.ts';
import { versionsInFile, versionsTyped, type TypedVersion, openedFile } from './terminal/typed-agent.ts';
import { openAll, reportUnreadable, withFiles } from './terminal/workspaces.ts';

/** Shows what long prompts cost: `preflight cost`. */
export const cost = command(
  {
    name: 'cost',
    readsConfiguration: true,
    operands: '[AGENT[@REF]|FILE…]',
    completes: 'reference',
    about: `Show how many tokens a request to the model has in each state or node before the conversation begins, by how much that
scales the billed time, after how many minutes of conversation it begins to do so, and what the largest parts are.

AGENT is an id, or a name that only one agent has, REF a number, latest, latest_published or a tag; the default is
latest. FILE is the file of an agent or an engine. Without arguments, show every engine of the workspace; if there are
many, only the largest request of each. json also has engines that only superseded versions run.`,
    options: { format: formatOption(['table', 'json', 'markdown']) },
    helpEnding: `Examples
  preflight cost
  preflight cost agent_frontdesk01@prod
  preflight cost flows/billing.conversation-flow.json --format json

Exit codes
  0  shown, also where requests are long
  1  no file has such an agent, version or engine
  2  not a reference, or a file that cannot be used`,
  },
  ({ values, positionals }, io) => {
    const references = positionals.map(text => readAgent(text, 'cost', io)),
      allStates = openAll(io),
      states = references.length === 0 ? withFiles(allStates) : allStates;
    for (const state of states) reportUnreadable(state, io);
    const answers =
      references.length === 0
        ? states.map(state => state.workspace.collect(engines).map(engine => ({ state, engine })))
        : references.map((reference, i) =>
            'path' in reference
              ? enginesOfFile(reference, states, io)
              : enginesOfVersions(versionsTyped(reference, states, io, references[i - 1]), io),
          );
    const enginesByKey = new Map(
      answers.flatMap(engines => (engines ?? []).map(engine => [keyFor(engine), engine] as const)),
    );
    const inOrder = [...enginesByKey.values()],
      isSurvey = references.length === 0,
      isPast = ({ state, engine }: AskedEngine): boolean => isSuperseded(placeOf(engine), state.workspace),
      format = values.format ?? 'table',
      listedEngines = isSurvey && format !== 'json' ? inOrder.filter(engine => !isPast(engine)) : inOrder,
      result = resultOf(listedEngines, io),
      workspaces = states.map(state => state.workspace);
    const blocks = (): readonly Block[] =>
      result.engines.length > 0 || isSurvey
        ? costBlocks(result, workspaces, isSurvey && { past: inOrder.length - listedEngines.length })
        : [];
    show(answerOf(result, blocks), format, io);
    return answers.includes(undefined) ? 1 : 0;
  },
);

const engines: PlaceSelector = { llm: '', 'conversation-flow': '' };

interface AskedEngine {
  readonly state: State;
  readonly engine: Cursor;
}
const keyFor = ({ state, engine }: AskedEngine): string => JSON.stringify([state.root, keyOf(engine)]);

function resultOf(engines: readonly AskedEngine[], io: Io): Cost {
  const costs = engines.map(({ state, engine }) =>
    costOf(engine, state.workspace, { count: tokensOf, assumes: tokenizer.assumption }, file =>
      pathFrom(io, state.root, file),
    ),
  );
  return {
    version: 1,
    threshold: LONG_CONTEXT,
    tokenizer: tokenizer.name,
    tokens_per_minute: [...tokensPerMinute],
    engines: costs.sort(
      (a, b) => maxTokensOf(b) - maxTokensOf(a) || compareTexts(a.file, b.file) || compareTexts(a.pointer, b.pointer),
    ),
    assumptions: [...new Set(engines.flatMap(({ state }) => assumedFor(state.workspace, tokenizer.assumption)))].sort(),
  };
}
const maxTokensOf = ({ nodes }: EngineCost): number => nodes[0]?.tokens ?? 0;

/** The engines of the versions. Returns undefined, after a message, if no file has one of the engines. */
function enginesOfVersions(versions: readonly TypedVersion[] | undefined, io: Io): AskedEngine[] | undefined {
  const engines = versions?.flatMap(({ state, text, record, resolution }) => {
    const engine = record && state.workspace.engineOf(record);
    if (engine) return [{ state, engine }];
    remark(
      io,
      `${text}: ${record ? 'its engine is not in this workspace' : (resolution.because ?? 'its record is not in this workspace')}`,
    );
    return [];
  });
  return engines && engines.length > 0 ? engines : undefined;
}

/**
 * The engines in a file.
 * @throws UsageError for a file without agents or engines
 */
function enginesOfFile(file: TypedFile, states: readonly State[], io: Io): AskedEngine[] | undefined {
  const { state, document } = openedFile(file, states, io);
  if (document.kind === 'agent') return enginesOfVersions(versionsInFile(file, states, io), io);
  if (document.kind === 'llm' || document.kind === 'conversation-flow')
    return document.roots.map(engine => ({ state, engine }));
  throw new UsageError(`${file.text} is a file of kind ${document.kind}; give the file of an agent or engine`);
}
