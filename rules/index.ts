// Generated from the files of this folder by `npm run generate`.
import type { Rule } from '../server/core/engine/rule.ts';
import badKey from './bad-key.ts';
import malformedValue from './malformed-value.ts';
import missingField from './missing-field.ts';
import outOfRange from './out-of-range.ts';
import repeatedItem from './repeated-item.ts';
import tooManyItems from './too-many-items.ts';
import unknownValue from './unknown-value.ts';
import wrongLength from './wrong-length.ts';
import wrongType from './wrong-type.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  badKey,
  malformedValue,
  missingField,
  outOfRange,
  repeatedItem,
  tooManyItems,
  unknownValue,
  wrongLength,
  wrongType,
];
