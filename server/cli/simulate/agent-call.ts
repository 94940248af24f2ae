import type { Simulation } from './simulation.ts';
export const agentCall: Simulation = { kinds: ['agent'], askedBy: 'call', help: '', examples: '', options: { call: { type: 'string' } }, run: () => 0 };
