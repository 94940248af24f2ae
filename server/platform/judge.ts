import type { Baseline } from '../core/configuration/baseline.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import { settle } from '../core/configuration/suppressions-and-baseline.ts';
import { Cursor } from '../core/cursor.ts';
import { Document } from '../core/document.ts';
import { lint, type RuleSet } from '../core/engine/lint.ts';
import { type Finding, pointerOf } from '../core/finding.ts';
import { validatorOf } from '../core/generated/validators.js';
import { lookupAt } from '../core/index/lookup.ts';
import type { JsonObject } from '../core/json/json.ts';
import type { Pointer } from '../core/json/pointer.ts';
import { type RecordKind, rootOf } from '../core/shapes/table.ts';
import { count } from '../core/wording.ts';
import type { Place } from '../core/workspace/records.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { ApiError } from './errors.ts';

/** The rules that check requests, and the team's configuration of these rules. */
export interface RequestJudge {
  readonly rules: RuleSet;
  readonly configuration: Configuration;
  readonly baseline: Baseline | undefined;
  /** Whether warnings are also refused. */
  readonly isStrict: boolean;
}

/**
 * The kinds of record that a key owns. A reference to a missing record of these kinds is a missing asset, not an
 * invalid request.
 */
export const assets = [
  'agent',
  'agent-version',
  'tag',
  'llm',
  'llm-version',
  'conversation-flow',
  'conversation-flow-version',
  'flow-component',
  'phone-number',
] as const satisfies readonly RecordKind[];

const isBelow = (base: Pointer, pointer: Pointer): boolean => pointer === base || pointer.startsWith(`${base}/`);

/** The findings of lint at a place. */
function problemsAt({ file, pointer }: Place, workspace: Workspace, judge: RequestJudge): readonly Finding[] {
  const document = workspace.document(file)!;
  const { findings } = settle(
    lint(document, workspace, judge.rules, judge.configuration),
    workspace,
    judge.configuration,
    judge.baseline ?? [],
    () => false,
  );
  return findings.filter(finding => finding.file === file && isBelow(pointer, pointerOf(finding.target)));
}

/**
 * Accepts or rejects a place of the proposed workspace, like `preflight lint` does for the file.
 * @param notFoundStatus the status for a missing asset
 * @returns the messages about an accepted place, each with its severity and the pointer into the body
 * @throws ApiError
 */
export function accept(
  place: Place,
  workspace: Workspace,
  judge: RequestJudge,
  notFoundStatus: 404 | 422,
): readonly string[] {
  const document = workspace.document(place.file)!,
    ofSchema = new Set([...judge.rules.schema.values()].map(({ id }) => id));
  const isRefused = ({ severity, rule, target }: Finding): boolean =>
    severity === 'error' ||
    (judge.isStrict && severity === 'warning') ||
    (ofSchema.has(rule) && isRefusedAt(document.at(pointerOf(target))));
  const problems = problemsAt(place, workspace, judge),
    errors = problems.filter(isRefused);
  if (errors.length === 0) return problems.map(finding => `${finding.severity}: ${lineOf(finding, place.pointer)}`);
  if (errors.some(({ rule }) => rule === 'internal-error')) throw new Error(errors[0]!.message);
  const isAbsent = (finding: Finding): boolean => {
    if (ofSchema.has(finding.rule)) return false;
    const cursor = document.at(pointerOf(finding.target)),
      mark = cursor.marks['x-reference'];
    // a local component is a part of the request itself, so a missing one is no missing asset
    if (cursor.sibling('component_type').value === 'local') return false;
    return (
      mark !== undefined && assets.some(kind => kind === mark.to) && lookupAt(cursor, workspace)?.outcome === 'missing'
    );
  };
  throw new ApiError(errors.every(isAbsent) ? notFoundStatus : 400, messageOf(errors, place.pointer));
}

/** Whether the platform refuses a value. For an unknown field, the marks of the object that contains it decide. */
const isRefusedAt = ({ entry, marks, parent }: Cursor): boolean =>
  (entry < 0 && parent ? parent.marks : marks)['x-refused'] === true;

/** The maximum number of findings in one message. */
const MAX_FINDINGS = 20;

/**
 * The messages of findings, one per line, each with the pointer into the body.
 * @param base the prefix of the pointers
 */
export function messageOf(errors: readonly Finding[], base = ''): string {
  const lines = errors.slice(0, MAX_FINDINGS).map(finding => lineOf(finding, base));
  const remainingCount = errors.length - lines.length;
  return [...lines, ...(remainingCount > 0 ? [`and ${count(remainingCount, 'more error')}`] : [])].join('\n');
}

function lineOf({ message, target }: Finding, base: string): string {
  const pointer = pointerOf(target).slice(base.length);
  return pointer === '' ? message : `${message} (at ${pointer})`;
}

/**
 * Checks the parameters of a list, whose shape no kind of file has, with the schema rules.
 * @throws ApiError 400
 */
export function acceptListParameters(value: JsonObject, rules: RuleSet): void {
  const validate = validatorOf('list-parameters');
  if (validate(value)) return;
  const document = new Document('query.json', JSON.stringify(value)),
    root = new Cursor(document, value, rootOf('list-parameters'), undefined, ''),
    workspace = new Workspace([]);
  const messages = (validate.errors ?? []).flatMap(violation => {
    const rule = rules.ruleFor(violation),
      problem = rule?.check(root.at(violation.instancePath as Pointer), violation, workspace);
    return problem ? [problem.message] : [];
  });
  if (messages.length > 0) throw new ApiError(400, [...new Set(messages)].join('\n'));
}
