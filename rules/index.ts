// Generated from the files of this folder by `npm run generate`.
import type { Rule } from '../server/core/engine/rule.ts';
import wrongType from './wrong-type.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  wrongType,
];
