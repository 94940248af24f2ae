import wrongType from './wrong-type.ts';
import type { Rule } from '../server/core/engine/rule.ts';

export const rules = [wrongType] as const satisfies readonly Rule[];
