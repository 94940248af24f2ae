import { isDate } from '../server/core/configuration/suppress.ts';
import { globProblem } from '../server/core/configuration/glob.ts';
import { hasWildcards } from '../server/core/configuration/globs.ts';
import { stablePointerProblem } from '../server/core/configuration/stable-pointer.ts';
import { defineRule, show, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'invalid-suppression',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  at: { 'preflight-config': ['/suppress/*', '/accept/*'] },

  *check(node): Generator<Problem> {
    const [cursor, file, endDate] = ['at', 'file', 'until'].map(key => node.get(key)),
      pointer = cursor!.string(),
      path = file!.string(),
      day = endDate!.string();
    const glob = path !== undefined && hasWildcards(path) ? globProblem(path) : undefined,
      form = pointer?.startsWith('/') ? stablePointerProblem(pointer) : undefined;
    if (form !== undefined)
      yield {
        at: cursor!,
        message: `at: expected a JSON pointer, got ${show(pointer)}, which has ${form}`,
        help: 'in a value, / is written ~1 and ] is written ~2, and ~ is written ~0',
      };
    if (path !== undefined && (/^(\/|[A-Za-z]:)|\\/.test(path) || path.split('/').includes('..')))
      yield {
        at: file!,
        message: `file: expected a path relative to the configuration's folder, with /, got ${show(path)}`,
      };
    else if (glob !== undefined) yield { at: file!, message: `file: ${show(path)} ${glob}` };
    if (day !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day) && !isDate(day))
      yield { at: endDate!, message: `until: ${day} is not a calendar date` };
  },
});
