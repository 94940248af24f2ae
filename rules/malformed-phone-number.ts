import { hasVariable } from '../server/core/domain/fields.ts';
import {
  asE164,
  countriesOf,
  fromNational,
  isE164,
  isTooShortOrLong,
  northAmerica,
  type Countries,
} from '../server/core/domain/phone-numbers.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, set, show, stringsWithFormat, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'malformed-phone-number',
  group: 'values',
  severity: 'warning',
  reads: 'records',
  spec: 'Batch call',
  clause: [
    'Batch call: response: five required fields',
    'Batch call: task: to_number required, not empty, E.164 unless the check is off',
  ],
  replaces: ['stray-whitespace'],
  at: stringsWithFormat('phone-number'),
  when: () => value => typeof value === 'string' && !/^\+(?:1\d{10}|[2-9]\d{6,13})$/.test(value),

  check(node, workspace) {
    const text = node.string()!;
    const isTask = node.parent?.is('batch-call-task') === true;
    if (text === '' || isUnchecked(node)) return undefined;
    if (hasVariable(text))
      return isTask
        ? {
            severity: 'error',
            message: `${node.label}: expected E.164 like +12137774445, got ${show(text)}; variables are not replaced here`,
          }
        : undefined;
    if (isE164(text)) {
      if (!isTooShortOrLong(text)) return undefined;
      return {
        message: `${node.label}: expected 10 digits after +1, got ${text.length - 2}, so it cannot be dialed`,
      };
    }
    const likelyNumber = asE164(text) ?? fromNational(text, countriesAt(node, workspace));
    return {
      message: `${node.label}: expected E.164 like +12137774445, got ${show(text)}`,
      severity: isTask ? 'error' : undefined,
      help: likelyNumber ? undefined : helpFor(text, isTask),
      fix: likelyNumber
        ? set(node, likelyNumber.number, {
            title: `Use ${likelyNumber.number}`,
            safe: isTask && likelyNumber.isCertain,
          })
        : undefined,
    };
  },
});

function helpFor(text: string, isTask: boolean): string | undefined {
  const american = fromNational(text, northAmerica);
  if (american) return `the country code is missing; in North America it is ${american.number}`;
  return isTask ? 'with custom telephony, set ignore_e164_validation to true to dial it as written' : undefined;
}

/** The countries of the team's numbers or, without any, of the number from which a batch calls. */
function countriesAt(node: Cursor, workspace: Workspace): Countries {
  const countries = workspace.sharedMemory.remember(countriesAt, undefined, () =>
    countriesOf(workspace.tables.phoneNumbers.keys()),
  );
  return countries.size > 0 ? countries : countriesOf([node.within('batch-call')?.get('from_number').string() ?? '']);
}

/** Whether validation is switched off, on the object of the number or on the tool or node that transfers to it. */
const isUnchecked = (number: Cursor): boolean =>
  [number.parent, number.within('transfer-call-tool', 'transfer-call-node')].some(
    holder => holder?.get('ignore_e164_validation').value === true,
  );
