import type { Subject } from '../../core/generated/outputs.js';
import { badge, link, words, type Block } from '../blocks.ts';
import type { SimulatedOf, Simulations } from '../panels/index.ts';
import { agentListFilterBlocks } from './agent-list-filter.ts';
import { asrRoutingBlocks } from './asr-routing.ts';
import { batchBlocks } from './batch.ts';
import { callBlocks } from './call.ts';
import { outageBlocks } from './outage.ts';
import type { Asked } from './asked.ts';
import { weightsBlocks } from './weights.ts';

/** What each simulation says, in the order of a page; a replay of an alert rule has its series: `alertBlocks`. */
const simulationBuilders: {
  readonly [S in Exclude<Subject, 'alert'>]: (all: readonly SimulatedOf<S>[], asked: Asked) => readonly Block[];
} = {
  weights: weightsBlocks,
  'asr-routing': asrRoutingBlocks,
  call: callBlocks,
  outage: outageBlocks,
  batch: batchBlocks,
  'agent-list-filter': agentListFilterBlocks,
};

/** @param isFull with single tasks and the like */
export function simulationBlocks({ done, not, pointer }: Simulations, isFull: boolean): readonly Block[] {
  return [
    ...not.map(({ because, place }) => words([{ badge: badge('bad', '✕', 'no result') }, ' ', link(because, place)])),
    ...(Object.keys(simulationBuilders) as (keyof typeof simulationBuilders)[]).flatMap(subject => {
      const all = done.filter(one => one.subject === subject);
      // a subject's results only ever reach that subject's builder
      return all.length === 0 ? [] : simulationBuilders[subject](all as never, { pointer, isFull });
    }),
  ];
}
