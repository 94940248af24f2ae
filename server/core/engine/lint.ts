import { memoryOf } from '../memory.ts';
import { Cursor } from '../cursor.ts';
import { findingInDialect } from '../domain/in-dialect.ts';
import { withoutSecrets } from '../domain/redacted.ts';
import { withDraftFix } from '../domain/published.ts';
import { liveThrough } from '../domain/live-places.ts';
import type { Document } from '../document.ts';
import { pointerOf, type Finding, type Severity, type Target } from '../finding.ts';
import { withSafety } from '../fixing/comments.ts';
import { split } from '../json/pointer.ts';
import type { Violation } from '../shapes/table.ts';
import { placeOf } from '../workspace/records.ts';
import { Workspace } from '../workspace/workspace.ts';
import { Dispatch, type RefusedRoutes } from '../dispatch.ts';
import { isNotShown, violationsOf } from './violations.ts';
import { addedByOverrides } from './overrides.ts';
import { ruleKind, type Problem, type Rule, type SchemaRule, type ShapeRule, type TextRule } from './rule.ts';

/** The configured severity of a rule in a file; undefined for the rule's own severity. */
export type SeverityOf = (rule: string, file: string) => Severity | 'off' | undefined;
/** The settings of a team: severities, and rules of its own. */
interface LintSettings {
  readonly severityOf: SeverityOf;
  readonly ownRules?: RuleSet | undefined;
  /** The maximum number of schema violations to report; absent for no limit. */
  readonly maxViolations?: number;
}

/** Rules, compiled once to lint any number of documents. */
export class RuleSet {
  readonly rules: readonly Rule[];
  readonly text: readonly TextRule[];
  readonly schema: ReadonlyMap<string, SchemaRule>;
  readonly dispatch: Dispatch<ShapeRule>;
  /** The rules that see an override together with its agent. */
  readonly overrideDispatch: Dispatch<ShapeRule>;
  readonly replacedBy: ReadonlyMap<string, ReadonlySet<string>>;
  #forPart: RuleSet | undefined;
  #acrossFiles: RuleSet | undefined;
  #contentReaders: RuleSet | undefined;
  /** The compiled rules of a list. Cached by list until its contents change. */
  static of(rules: readonly Rule[]): RuleSet {
    const cache = memoryOf(rules).remember(RuleSet, undefined, () => ({ set: new RuleSet([...rules]) })),
      { set } = cache;
    if (set.rules.length !== rules.length || !rules.every((rule, i) => rule === set.rules[i]))
      cache.set = new RuleSet([...rules]);
    return cache.set;
  }
  constructor(rules: readonly Rule[]) {
    this.rules = rules;
    this.text = rules.filter((rule): rule is TextRule => ruleKind(rule) === 'text');
    this.schema = new Map(
      rules.flatMap(rule => ('violates' in rule ? rule.violates.map(keyword => [keyword, rule] as const) : [])),
    );
    this.dispatch = new Dispatch(
      rules.flatMap(rule => ('at' in rule ? [[rule.at, rule, rule.when] as const] : [])),
      { judges: this.schema.size > 0 },
    );
    this.overrideDispatch = new Dispatch(
      rules.flatMap(rule => ('at' in rule && rule.comparesSettings ? [[rule.at, rule, rule.when] as const] : [])),
    );
    const replacedBy = new Map<string, Set<string>>();
    for (const rule of rules)
      for (const id of rule.replaces ?? []) replacedBy.set(id, (replacedBy.get(id) ?? new Set()).add(rule.id));
    this.replacedBy = replacedBy;
  }

  /** The rule that explains a violation: a rule for this shape, otherwise the general rule for the keyword. */
  ruleFor({ keyword, schemaPath }: Violation): SchemaRule | undefined {
    return this.schema.get(schemaPath.slice(0, schemaPath.indexOf('#') + 1) + keyword) ?? this.schema.get(keyword);
  }

  /** The rules whose findings do not depend on files that were not read. */
  get forPart(): RuleSet {
    return (this.#forPart ??= new RuleSet(this.rules.filter(({ needsEveryFile }) => needsEveryFile !== true)));
  }

  /** The rules that may read other files. */
  get acrossFiles(): RuleSet {
    return (this.#acrossFiles ??= new RuleSet(this.rules.filter(readsFiles)));
  }

  /** The rules that may read more of other files than their `Records`. */
  get contentReaders(): RuleSet {
    return (this.#contentReaders ??= new RuleSet(this.acrossFiles.rules.filter(({ reads }) => reads !== 'records')));
  }
}

/**
 * Whether a rule may read other files. A rule that compares settings does: it sees an override together with its
 * agent, which may be in another file.
 */
const readsFiles = (rule: Rule): boolean => 'at' in rule && (rule.check.length > 1 || rule.comparesSettings === true);

/**
 * All findings of one document, unordered, with symbolic places. It never throws: a rule that throws becomes a
 * finding, and so does a file on which the engine fails; the other rules and files are still checked.
 */
export function lint(
  document: Document,
  workspace: Workspace,
  rules: RuleSet,
  settings: Partial<LintSettings> = {},
): Finding[] {
  return findingsOrFailure(document, () =>
    withoutReplaced(findingsOf(document, workspace, rules, settings), rules, settings.severityOf)
      .map(f =>
        withSafety(
          document,
          withDraftFix(withoutSecrets(findingInDialect(f, document, workspace), document), document, workspace),
        ),
      )
      .map(f => withLiveVersions(f, workspace)),
  );
}

/**
 * The findings of a document as the rules return them, for comparisons: in the names of the specification, and without
 * live versions.
 */
export const plainFindings = (
  document: Document,
  workspace: Workspace,
  rules: RuleSet,
  settings: Partial<LintSettings>,
): Finding[] => findingsOrFailure(document, () => findingsOf(document, workspace, rules, settings));

function findingsOrFailure(document: Document, findings: () => Finding[]): Finding[] {
  try {
    return findings();
  } catch (error) {
    const messageFor = (reason: string): string => `linting this file failed: ${reason}; its findings are missing`;
    return [internalError(document, '', error, messageFor)];
  }
}

function findingsOf(
  document: Document,
  workspace: Workspace,
  rules: RuleSet,
  { severityOf, ownRules, maxViolations = Infinity }: Partial<LintSettings>,
): Finding[] {
  if (!document.kind) return [];
  const findings: Finding[] = [];
  const ruleFailure = (rule: Rule, target: Target, error: unknown): void => {
    const messageFor = (reason: string): string =>
      `rule ${rule.id} failed here: ${reason}; its findings about this place are missing`;
    findings.push(internalError(document, target, error, messageFor));
  };

  for (const rule of rules.text)
    try {
      if (!rule.suspects(document)) continue;
      for (const problem of rule.checkText(document.text, document.parsed)) {
        const { related = [], ...rest } = problem;
        findings.push({
          ...finding(rule, rest, document.file, problem.pointer ?? '', severityOf),
          span: problem.span,
          related: related.map(({ span, pointer, message }) => ({
            file: document.file,
            target: pointer,
            span,
            message,
          })),
        });
      }
    } catch (error) {
      ruleFailure(rule, '', error);
    }

  // values that are uncertain because of a syntax error are not checked, and neither is anything that depends on them
  const intactPart = document.intactPart,
    incompleteObject = intactPart?.incompleteObject;
  const ruleSet = incompleteObject ? rules.forPart : rules,
    emptyWorkspace = incompleteObject && withoutFiles(workspace);
  const add = (rule: Rule, problem: Problem, node: Cursor): void => {
    const target = problem.at ?? node;
    findings.push(
      finding(rule, problem, document.file, target instanceof Cursor ? target.pointer : target, severityOf),
    );
  };
  const answer = (
    rule: ShapeRule | SchemaRule,
    node: Cursor,
    files: Workspace,
    violation?: Violation,
  ): readonly Problem[] => {
    const result = 'at' in rule ? rule.check(node, files) : rule.check(node, violation!, files);
    // most rules return nothing
    return result === undefined ? emptyList : problemsOf(result);
  };
  const newProblems = (rule: ShapeRule | SchemaRule, node: Cursor, violation?: Violation): readonly Problem[] => {
    try {
      if (!emptyWorkspace) return answer(rule, node, workspace, violation);
      incompleteObject.isRead = false;
      const problems = answer(rule, node, emptyWorkspace, violation);
      if (incompleteObject.isRead || problems.length === 0) return [];
      const messages = new Set(answer(rule, node, workspace, violation).map(({ message }) => message));
      return problems.filter(({ message }) => messages.has(message));
    } catch (error) {
      ruleFailure(rule, node.pointer, error);
      return [];
    }
  };
  for (const root of intactPart?.trees ?? []) {
    // collected here, and reported after the schema violations
    const ruleProblems: [Rule, Problem, Cursor][] = [];
    const call = (rule: ShapeRule, node: Cursor): void => {
      const problems = newProblems(rule, node);
      if (problems !== emptyList) for (const problem of problems) ruleProblems.push([rule, problem, node]);
    };
    const refusedRoutes = ruleSet.dispatch.walk(root, call);
    ownRules?.dispatch.walk(root, call);
    for (const violation of refusedRoutes.length === 0
      ? emptyList
      : refusals(root, refusedRoutes, findings).slice(0, maxViolations)) {
      const rule = ruleSet.ruleFor(violation);
      if (!rule) continue;
      const node = split(violation.instancePath).reduce(
        (cursor, segment) => cursor.get(cursor.isArray ? Number(segment) : segment),
        root,
      );
      // a field that seems to be missing may be in the broken part
      if (incompleteObject?.isPartial(node.value)) continue;
      for (const problem of newProblems(rule, node, violation))
        add(
          rule,
          isNotShown(node, violation) && (problem.severity ?? rule.severity) === 'error'
            ? { ...problem, severity: 'warning' }
            : problem,
          node,
        );
    }
    for (const [rule, problem, node] of ruleProblems) add(rule, problem, node);
    if (!incompleteObject)
      for (const { rule, problem, node } of addedByOverrides(root, workspace, rules.overrideDispatch, newProblems))
        add(rule, problem, node);
  }
  return findings.filter(f => severityOf?.(f.rule, f.file) !== 'off');
}

/** A workspace without files. Findings about a broken file must hold both with and without the other files. */
const withoutFiles = ({ facts }: Workspace): Workspace => new Workspace([], { ...facts, complete: [] });

/**
 * Adds the live versions that a finding concerns. They do not affect the severity, because it shows whether the
 * platform accepts the file.
 */
function withLiveVersions(f: Finding, workspace: Workspace): Finding {
  const liveVersions = liveThrough({ file: f.file, pointer: pointerOf(f.target) }, workspace);
  return liveVersions.length > 0 ? { ...f, live: liveVersions } : f;
}

const emptyList: readonly never[] = [];
/**
 * The problems of a rule as a list. The rule runs to its end before anything is reported, so that a failing rule
 * reports nothing.
 */
function problemsOf(result: Iterable<Problem> | Problem): readonly Problem[] {
  if ('message' in result) return [result];
  const problems = [...result];
  return problems.length === 0 ? emptyList : problems;
}

function finding(
  rule: Rule,
  problem: Omit<Problem, 'at'>,
  file: string,
  target: Target,
  severityOf: SeverityOf | undefined,
): Finding {
  const setting = severityOf?.(rule.id, file);
  return {
    rule: rule.id,
    severity: setting && setting !== 'off' ? setting : (problem.severity ?? rule.severity),
    file,
    target,
    ...(problem.formerPlace && { formerly: problem.formerPlace.pointer }),
    message: problem.message,
    ...(rule.redacts && { redacted: true }),
    ...(problem.help !== undefined && { help: problem.help }),
    related: (problem.related ?? []).map(({ at, key, message }) => ({
      file: at instanceof Cursor ? at.document.file : at.file,
      target: key ? { key: at.pointer } : at.pointer,
      message,
    })),
    ...(problem.also && problem.also.length > 0 && { also: problem.also.map(target => ({ target })) }),
    ...(problem.subjects !== undefined && { subjects: problem.subjects }),
    ...(problem.cause && { cause: placeOf(problem.cause) }),
    ...(problem.fix && { fix: problem.fix }),
    ...(problem.otherFixes && { otherFixes: problem.otherFixes }),
  };
}

/** The finding for a failure of the engine or of a rule. */
const internalError = (
  { file }: Document,
  target: Target,
  error: unknown,
  messageFor: (reason: string) => string,
): Finding => ({
  rule: 'internal-error',
  severity: 'error',
  file,
  target,
  related: [],
  message: messageFor((error as Error)?.message ?? String(error)),
});

/** The violations of the schemas. For a value that is nested too deeply for a validator, a finding is added. */
function refusals(root: Cursor, refusedRoutes: RefusedRoutes, findings: Finding[]): readonly Violation[] {
  const [shape] = root.shapes;
  try {
    return shape ? violationsOf(shape, root.value!, refusedRoutes) : emptyList;
  } catch (error) {
    const messageFor = (reason: string): string => `the schemas cannot check this: ${reason}`;
    findings.push(internalError(root.document, root.pointer, error, messageFor));
    return emptyList;
  }
}

/** Keeps one finding per place and cause: a finding of a more specific rule replaces the finding of a general rule. */
function withoutReplaced(findings: Finding[], rules: RuleSet, severityOf: SeverityOf | undefined): Finding[] {
  if (findings.length < 2 || !findings.some(f => rules.replacedBy.has(f.rule))) return findings;
  const byPointer = new Map<string, Set<string>>();
  for (const f of findings)
    for (const { target } of [f, ...(f.also ?? [])]) {
      const p = pointerOf(target);
      byPointer.set(p, (byPointer.get(p) ?? new Set()).add(f.rule));
    }
  const replacedRules = new Set<string>();
  const remainingFindings = findings.filter(f => {
    const replacingIds = rules.replacedBy.get(f.rule);
    const pointer = pointerOf(f.target);
    const replacingRules = replacingIds ? [...byPointer.get(pointer)!].filter(id => replacingIds.has(id)) : [];
    if (f.severity === 'error') for (const id of replacingRules) replacedRules.add(`${id} ${pointer}`);
    return replacingRules.length === 0;
  });
  // a finding that replaces an error becomes an error, because the platform rejects the value, unless the user set its
  // severity
  return replacedRules.size === 0
    ? remainingFindings
    : remainingFindings.map(f =>
        replacedRules.has(`${f.rule} ${pointerOf(f.target)}`) && severityOf?.(f.rule, f.file) === undefined
          ? { ...f, severity: 'error' }
          : f,
      );
}
