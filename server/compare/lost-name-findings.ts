import { rewrite } from '../core/engine/fixes.ts';
import type { RuleSet, SeverityOf } from '../core/engine/lint.ts';
import type { Finding, Target } from '../core/finding.ts';
import { liveStatusOf } from '../core/index/superseded.ts';
import { groupBy } from '../core/json/multimap.ts';
import { show } from '../core/wording.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { lostNameInWords, type LostName } from './lost-names.ts';

const RULE = 'lost-name';

/**
 * The findings without the findings of rules about the same lost name, because these rules do not know the former
 * state. A finding about several names is kept, because the other names may not be lost.
 */
export function besideLostNames(findings: readonly Finding[], losses: readonly Finding[], { replacedBy }: RuleSet) {
  const lossesInTexts = groupBy(losses, loss => (loss.rule === RULE ? textOf(loss) : undefined));
  if (lossesInTexts.size === 0) return findings;
  const isCaused = ({ cause }: Finding): boolean => cause !== undefined && lossesInTexts.has(keyOf(cause));
  const isAtLoss = (finding: Finding): boolean =>
    (lossesInTexts.get(textOf(finding) ?? '') ?? []).some(({ target }) => overlaps(target, finding.target));
  return findings.filter(
    finding =>
      !replacedBy.get(finding.rule)?.has(RULE) ||
      (finding.subjects ?? 1) > 1 ||
      !(isCaused(finding) || isAtLoss(finding)),
  );
}
const textOf = ({ file, target }: Finding): string | undefined =>
  typeof target === 'object' && 'within' in target ? keyOf({ file, pointer: target.within }) : undefined;
/**
 * Whether two parts of a string overlap. One part may be a variable with its braces, and the other part only its name.
 */
const overlaps = (a: Target, b: Target): boolean =>
  typeof a === 'object' &&
  typeof b === 'object' &&
  'within' in a &&
  'within' in b &&
  a.start < b.end &&
  b.start < a.end;

/** One finding for each lost name in a text, unless the configuration accepts the loss. */
export const lostNameFindings = (
  names: readonly LostName[],
  workspace: Workspace,
  severityOf: SeverityOf,
): readonly Finding[] =>
  names.flatMap(loss => {
    const { file, pointer, start, end, name, successor, formerPlace, acceptance } = loss,
      severity = severityOf(RULE, file) ?? (loss.remainder === undefined ? 'error' : 'warning');
    if (severity === 'off' || acceptance) return [];
    const target = { within: pointer, start, end },
      status = liveStatusOf({ file, pointer }, workspace),
      fix = successor === undefined ? undefined : rewrite(target, successor, `Use ${successor}`);
    return [
      {
        rule: RULE,
        severity,
        file,
        target,
        message: lostNameInWords(loss, workspace),
        related: workspace.document(formerPlace.file)?.at(formerPlace.pointer).exists
          ? [{ file: formerPlace.file, target: formerPlace.pointer, message: `${show(name)} was defined here` }]
          : [],
        ...(fix && { fix }),
        ...status,
      },
    ];
  });
