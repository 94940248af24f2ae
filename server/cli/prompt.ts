import { isMalformed, readTag } from '../core/domain/typed-reference.ts';
import { promptOf } from '../simulator/prompt.ts';
import { withheld } from '../simulator/simulation.ts';
import { answerOf } from '../view/answer.ts';
import { requestTitle, promptBlocks, promptOutput, unusedInWords } from '../view/results/prompt.ts';
import { command, formatOption } from './terminal/command.ts';
import { readAgent } from './terminal/selector.ts';
import { remark, UsageError, pathFrom, show } from './terminal/io.ts';
import { tokenizer, tokensOf } from '../simulator/tokenizer.ts';
import { versionsInFile, versionsTyped } from './terminal/typed-agent.ts';
import { openAll, reportUnreadable } from './terminal/workspaces.ts';

/** Shows the texts that the model receives: `preflight prompt`. */
export const prompt = command(
  {
    name: 'prompt',
    readsConfiguration: true,
    operands: 'AGENT[@REF]|FILE',
    completes: 'reference',
    about: `Show what the model gets and callers hear at one moment of a conversation: begin message, global prompt, the state
or node with the conditions of its edges, and the tools with their descriptions and parameters. Variables are filled
in from --given, the tag, and the defaults of the engine; those that nothing sets are marked. Each part has its file
and its tokens.

AGENT is an id, or a name that only one agent has, REF a number, latest, latest_published or a tag; the default is
latest. FILE is an agent's file, for its version.`,
    options: {
      state: { value: 'STATE', about: 'a state of an LLM engine (default: the starting state)' },
      node: { value: 'NODE', about: 'a node of a flow, by id or name (default: the start node)' },
      tag: { value: 'TAG', about: 'take the variables of this tag', completes: 'agent-tag' },
      given: { value: 'NAME=VALUE', multiple: true, about: 'a variable in the request of the call' },
      format: formatOption(['text', 'markdown', 'json']),
    },
    helpEnding: `Examples
  preflight prompt agent_frontdesk01@prod
  preflight prompt agent_billing01 --node verify --given first_name=Ada
  preflight prompt "Front desk" --state booking --tag canary --format markdown

Exit codes
  0  shown
  1  no file has such an agent, version, tag, engine, state or node
  2  not a reference, or a file that cannot be used`,
  },
  ({ values, positionals }, io) => {
    const [subject, ...extraNames] = positionals;
    if (subject === undefined || extraNames.length > 0)
      throw new UsageError('prompt takes one AGENT[@REF] or FILE; "preflight prompt --help" shows examples');
    const tag = values.tag === undefined ? undefined : readTag(values.tag);
    if (typeof tag === 'object' && isMalformed(tag)) throw new UsageError(`--tag: ${tag.message}`);
    const question = { state: values.state, node: values.node, tag, values: readGiven(values.given ?? []) },
      reference = readAgent(subject, 'prompt', io),
      states = openAll(io);
    for (const state of states) reportUnreadable(state, io);
    const versions = 'path' in reference ? versionsInFile(reference, states, io) : versionsTyped(reference, states, io);
    if (!versions) return 1;
    const [version, ...otherVersions] = versions;
    if (!version || otherVersions.length > 0)
      throw new UsageError(`${subject} names ${versions.length} agents; give the id of one`);
    const { state, text, record, resolution } = version;
    const reportMissing = (reason: string): number => {
      remark(io, `${text}: ${reason}`);
      return 1;
    };
    if (!record)
      return reportMissing(resolution.because ?? `the record of version ${version.version} is not in this workspace`);
    const isCounted = withheld([tokenizer.assumption], state.workspace) === undefined;
    const answer = promptOf(record, resolution, state.workspace, question, isCounted ? tokensOf : null);
    if ('missing' in answer) return reportMissing(answer.missing);
    const taggedResolution = tag === undefined ? undefined : state.workspace.resolve(resolution.agentId, tag);
    if (taggedResolution && taggedResolution.version !== version.version)
      remark(
        io,
        `tag ${values.tag} selects ${taggedResolution.version === null ? 'no known version' : `version ${taggedResolution.version}`}; ` +
          `this is the text of version ${version.version} with the values of the tag`,
      );
    // a misspelled variable would look like a variable without effect
    for (const line of unusedInWords(answer)) remark(io, line);
    const result = promptOutput(answer, resolution, version.version, file => pathFrom(io, state.root, file));
    show(
      answerOf(result, () => promptBlocks(result, requestTitle(version.text, version.version, answer))),
      values.format ?? 'text',
      io,
    );
    return 0;
  },
);

/**
 * The variables in --given.
 * @throws UsageError for a text without `=`
 */
const readGiven = (texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map(text => {
      const divides = text.indexOf('=');
      if (divides < 1) throw new UsageError(`--given: expected NAME=VALUE, got ${text}`);
      return [text.slice(0, divides).trim(), text.slice(divides + 1)] as const;
    }),
  );
