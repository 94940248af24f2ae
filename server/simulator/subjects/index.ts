import type { Subject } from '../../core/generated/outputs.js';
import type { Answer, Simulation } from '../simulation.ts';
import { agentListFilter } from './agent-list-filter.ts';
import { alert } from './alert.ts';
import { asrRouting } from './asr-routing.ts';
import { batch } from './batch.ts';
import { call } from './call.ts';
import { outage } from './outage.ts';
import { weights } from './weights.ts';

/** The simulations, in the order of the help. The kind of a file selects a simulation. */
export const simulations = {
  weights,
  batch,
  alert,
  call,
  outage,
  'asr-routing': asrRouting,
  'agent-list-filter': agentListFilter,
} as const satisfies { readonly [S in Subject]: Simulation<Answer<S>> };

/** The types of the answers, by subject. */
export type SubjectAnswers = {
  readonly [S in Subject]: (typeof simulations)[S] extends Simulation<infer A> ? A : never;
};
