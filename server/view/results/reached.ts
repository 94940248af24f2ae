import { andMore, blocksOf, list, section, table, words, type Block, type Maybe } from '../blocks.ts';
import type { ReachedEntry } from '../reach-report.ts';

/** The things that callers can reach, by entry and answering agent, and those defined but unreachable. */
export function reachedBlocks(entries: readonly ReachedEntry[]): readonly Block[] {
  // an agent behind several entries reaches the same things from each
  const first = new Map<string, string>();
  const agentBlocksOf = ({ result, agents }: ReachedEntry): (readonly Maybe<Block>[])[] =>
    agents.map((agent, i) => {
      const { title, omitted, ...things } = agent,
        { agent_id: id, agent_version: version } = result.agents[i]!,
        key = JSON.stringify([id, version, things]),
        earlierName = omitted === 0 && agent.reaches.length > 0 ? first.get(key) : undefined;
      if (earlierName === undefined) first.set(key, result.entry.text);
      return earlierName === undefined
        ? agentBlocks(agent)
        : [title !== '' && words(title, 'strong'), words(`The same as ${earlierName}.`)];
    });
  return blocksOf(
    entries.map((entry, i) => section(`entry-${i}`, entry.result.entry.text, agentBlocksOf(entry))),
    entries.length === 0 &&
      words('There is no phone number, live tag or batch of calls in this workspace; name an agent or a file.'),
  );
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
        'What callers can get to',
        ['Callers get to', 'by'],
        reaches.map(([thing, way]) => ({ cells: [thing, way] })),
      ),
    reaches.length + unknown.length + omitted === 0 && words('Callers get to nothing.'),
    lines('Defined, but never reached', never),
    lines('Not known', unknown),
    andMore(omitted, 'thing'),
  ];
}
