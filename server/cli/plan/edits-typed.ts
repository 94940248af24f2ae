import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PlanEdit } from '../../simulator/edits.ts';
import {
  agentCalled,
  ambiguity,
  isMalformed,
  readTag,
  readVersion,
  type MalformedReference,
} from '../../core/domain/typed-reference.ts';
import { UsageError } from '../terminal/io.ts';
import { caret } from '../terminal/selector.ts';

export const editOptions = ['publish', 'draft', 'tag', 'untag'] as const;
type EditOption = (typeof editOptions)[number];

/** An edit as typed, whose agent is not resolved yet. */
export interface TypedEdit {
  readonly option: EditOption;
  readonly text: string;
  readonly agent: string;
  readonly version: number;
  readonly tag: string;
}

/**
 * Reads the value of --publish, --draft, --tag or --untag.
 * @throws UsageError that marks the position of a mistake
 */
export function readEdit(option: EditOption, text: string): TypedEdit {
  const refuse = (index: number, message: string): never => {
    throw new UsageError(`--${option}: ${message}`, caret(text, index));
  };
  const part = <T extends string | number>(result: T | MalformedReference, offset: number): T =>
    typeof result === 'object' ? refuse(offset + result.at, result.message) : result;
  const number = (offset: number, digits: string): number => {
    if (!/^\d+$/.test(digits)) {
      if (digits === '') return refuse(offset, 'a version number is missing');
      const version = readVersion(digits);
      const isBroken = typeof version === 'object' && isMalformed(version);
      const byNumber = `"${digits}" is not a version number; a plan selects versions by number`;
      return refuse(offset, isBroken ? version.message : byNumber);
    }
    return part(readVersion(digits), offset) as number;
  };
  const agentBefore = (end: number, form: string): string => {
    if (end < 0) return refuse(text.length, `"${text}" is not of the form ${form}`);
    return text.slice(0, end).trim() === ''
      ? refuse(0, `the agent is missing; the form is ${form}`)
      : text.slice(0, end).trim();
  };
  if (option === 'publish' || option === 'draft') {
    const divides = text.lastIndexOf('@');
    return {
      option,
      text,
      agent: agentBefore(divides, option === 'publish' ? 'AGENT@N' : 'AGENT@BASE'),
      version: number(divides + 1, text.slice(divides + 1)),
      tag: '',
    };
  }
  const divides = text.lastIndexOf(':'),
    agent = agentBefore(divides, option === 'tag' ? 'AGENT:TAG=N' : 'AGENT:TAG');
  if (option === 'untag')
    return { option, text, agent, version: 0, tag: part(readTag(text.slice(divides + 1)), divides + 1) };
  const equals = text.indexOf('=', divides);
  if (equals < 0) return refuse(text.length, 'the version is missing; the form is AGENT:TAG=N');
  return {
    option,
    text,
    agent,
    tag: part(readTag(text.slice(divides + 1, equals)), divides + 1),
    version: number(equals + 1, text.slice(equals + 1)),
  };
}

/**
 * The edit with the id of its agent, or a message that there is no such agent.
 * @throws UsageError if several agents have the name
 */
export function editOf(
  { option, text, agent, version, tag }: TypedEdit,
  workspace: Workspace,
): { readonly edit: PlanEdit; readonly hint: string } {
  const calledAgent = agentCalled(agent, workspace);
  if ('ambiguous' in calledAgent) throw new UsageError(`--${option}: ${ambiguity(agent, calledAgent.ambiguous)}`);
  const source = { text: `--${option} ${text}`, agentId: 'id' in calledAgent ? calledAgent.id : agent };
  const edits: { readonly [option in TypedEdit['option']]: PlanEdit } = {
    publish: { ...source, kind: 'publish', version },
    draft: { ...source, kind: 'draft', base: version },
    tag: { ...source, kind: 'tag', tag, version },
    untag: { ...source, kind: 'untag', tag },
  };
  return { edit: edits[option], hint: 'unknown' in calledAgent ? calledAgent.unknown : '' };
}
