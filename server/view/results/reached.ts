import { andMore, blocksOf, list, section, table, words, type Block, type Maybe } from '../blocks.ts';
import type { ReachedEntry } from '../reach-report.ts';

/**
 * The things that callers can reach, by entry and answering agent, and the things that are defined but never reached.
 */
export function reachedBlocks(entries: readonly ReachedEntry[]): readonly Block[] {
  // an agent behind several entries reaches the same things from each entry, so they are listed once
  const first = new Map<string, ReachedAgent>();
  const agentBlocksOf = ({ result, agents }: ReachedEntry): (readonly Maybe<Block>[])[] =>
    agents.map((agent, i) => {
      const { title, omitted, ...things } = agent,
        { agent_id: id, agent_version: version } = result.agents[i]!,
        key = JSON.stringify([id, things]),
        reachedAgent = { entry: result.entry.text, agent: title.replace(/, [\d.]+ %$/, ''), version },
        formerAgent = omitted === 0 && agent.reaches.length > 0 ? first.get(key) : undefined;
      if (formerAgent === undefined) first.set(key, reachedAgent);
      return formerAgent === undefined
        ? agentBlocks(agent)
        : [title !== '' && words(title, 'strong'), words(`The same as ${formerInWords(formerAgent, reachedAgent)}.`)];
    });
  return blocksOf(
    entries.map((entry, i) => section(`entry-${i}`, entry.result.entry.text, agentBlocksOf(entry))),
    entries.length === 0 &&
      words('There is no phone number, live tag or batch of calls in this workspace; name an agent or a file.'),
  );
}

/** An agent that answers an entry. */
interface ReachedAgent {
  readonly entry: string;
  readonly agent: string;
  readonly version: number | null;
}
function formerInWords(formerAgent: ReachedAgent, { entry, version }: ReachedAgent): string {
  if (formerAgent.version === version) return formerAgent.entry;
  return formerAgent.entry === entry ? formerAgent.agent : `${formerAgent.agent} for ${formerAgent.entry}`;
}

function agentBlocks({
  title,
  reaches,
  never,
  unknown,
  omitted,
}: ReachedEntry['agents'][number]): readonly Maybe<Block>[] {
  const lines = (label: string, texts: readonly string[]): Block | false =>
    texts.length > 0 && list(label, [{ head: label, lines: texts }]);
  return [
    title !== '' && words(title, 'strong'),
    reaches.length > 0 &&
      table(
        'What callers can reach',
        ['Callers reach', 'by'],
        reaches.map(([thing, way]) => ({ cells: [thing, way] })),
      ),
    reaches.length + unknown.length + omitted === 0 && words('Callers reach nothing.'),
    lines('Defined, but never reached', never),
    lines('Not known', unknown),
    andMore(omitted, 'thing'),
  ];
}
