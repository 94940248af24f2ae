import { referenceName } from '../../core/workspace/names.ts';
import { entriesOfNumber } from '../../compare/entries.ts';
import { answeringRecords } from '../../compare/reach.ts';
import { reachInBrief } from '../../view/reach-brief.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { inDialectOf } from '../../core/domain/in-dialect.ts';
import type { Cursor } from '../../core/cursor.ts';
import { outboundArms } from '../../core/domain/tasks.ts';
import { templatesIn } from '../../core/domain/templates.ts';
import { idAt, selectionOf } from '../../core/workspace/version-references.ts';
import type { PlaceSelector } from '../../core/shapes/at.ts';
import { lookupAt } from '../../core/index/lookup.ts';
import { pointerOf } from '../../core/finding.ts';
import { split } from '../../core/json/pointer.ts';
import { entryOf, marksOf, type RecordKind } from '../../core/shapes/table.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decodedOffset } from '../../core/syntax/syntax-nodes.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { resolutionOf } from '../../core/index/agent-references.ts';
import { selectionWords } from '../../simulator/resolution.ts';
import type { PositionContext, ShownFinding } from '../context.ts';
import { offsetContext, type OffsetContext } from '../offset-context.ts';
import { agentHover, tagHover, tagOfAnyHover } from './agent.ts';
import { localeHover, timezoneHover, voiceHover } from './named-values.ts';
import {
  absentHover,
  analysisFieldHover,
  componentHover,
  engineHover,
  mcpHover,
  nodeHover,
  stateHover,
  toolHover,
} from './record.ts';
import { configurationHover } from './configuration.ts';
import { mentionsAt } from '../navigation/name-at.ts';
import { rangeWithin } from '../navigation/destinations.ts';
import { fieldHover, fieldInShort } from './field.ts';
import { blocks, code, sentence } from './markdown.ts';
import { reasonFor, type RuleWords } from './rule-words.ts';
import { variableHover } from './variable.ts';
import { versionHover, wantedAt } from './version.ts';

export type { RuleWords };

/** The content of a hover. */
interface Hover {
  /** The range to which the hover refers. */
  readonly span: Span;
  /** CommonMark without HTML, with tables as on GitHub; also readable as plain text. */
  readonly markdown: string;
}
interface HoverText {
  readonly markdown: string | undefined;
  readonly span?: Span;
}

/**
 * The meaning of a key or value, the record to which it resolves, and the explanation of its findings; `undefined` if
 * there is nothing to show.
 * @param findings of the document
 * @param ruleWords returns the description of a rule
 * @param configuration of the workspace
 */
export function hoverAt(
  context: PositionContext,
  findings: readonly ShownFinding[],
  ruleWords: (id: string) => RuleWords | undefined,
  configuration?: Configuration,
): Hover | undefined {
  const { document, offset } = context;
  const place = offsetContext(document, offset);
  const reason = reasonFor(document, offset, place?.cursor, findings, ruleWords);
  // in a text with a single value, the parser finds this value at every offset, even outside of its span
  const text =
    place && place.part !== 'between' && place.cursor.parent && offset >= place.span.start && offset <= place.span.end
      ? hoverTextOf(place, context, ruleWords, isReported(place.cursor, findings), configuration)
      : undefined;
  const markdown = [text?.markdown, reason].filter(part => part !== undefined && part !== '').join('\n\n---\n\n');
  if (markdown === '') return undefined;
  return { markdown: inDialectOf(document, markdown), span: text?.span ?? spanOf(document.text, place, offset) };
}

/**
 * The span to highlight. For an object or list, it is only the bracket at the offset: the whole extent could fill the
 * screen.
 */
function spanOf(text: string, offsetContext: OffsetContext | undefined, offset: number): Span {
  if (!offsetContext || offset < offsetContext.span.start || offset > offsetContext.span.end)
    return { start: offset, end: offset };
  if (offsetContext.part === 'key' || !(offsetContext.cursor.isObject || offsetContext.cursor.isArray))
    return offsetContext.span;
  return offset === offsetContext.span.start
    ? { start: offset, end: offset + 1 }
    : {
        start: Math.max(offsetContext.span.start, /[\r\n]/.test(text[offset - 1]!) ? offset : offset - 1),
        end: offset,
      };
}

/** Whether a finding already says that the field or its value is deprecated or retired. */
const isReported = (cursor: Cursor, findings: readonly ShownFinding[]): boolean =>
  findings.some(
    ({ finding }) => /^(?:deprecated|retired)-/.test(finding.rule) && pointerOf(finding.target) === cursor.pointer,
  );

function hoverTextOf(
  place: OffsetContext,
  context: PositionContext,
  ruleWords: (id: string) => RuleWords | undefined,
  isReported: boolean,
  configuration: Configuration | undefined,
): HoverText | undefined {
  const { cursor, part } = place,
    { workspace, document } = context;
  const { nodes } = document.parsed;
  // only the last of several equal keys has an effect, so only its value is resolved
  const isShadowed = nodes.find(split(cursor.pointer)).node !== place.node;
  if (document.kind === 'preflight-config')
    return { markdown: configurationHover(place, isShadowed, workspace, ruleWords, configuration) };
  if (part === 'key')
    return {
      markdown:
        (isShadowed ? undefined : keyHover(cursor, context)) ??
        fieldHover(cursor, workspace, {
          isShadowed,
          isReported,
          leadsTo: isShadowed ? undefined : leadsTo(cursor, context),
        }),
    };
  if (cursor.isObject || cursor.isArray) return undefined;
  if (isShadowed) return { markdown: fieldHover(cursor, workspace, { isShadowed }) };
  const variable = variableUnder(place, context) ?? mentionUnder(place, context);
  if (variable) return variable;
  const valueText = valueHover(cursor, context);
  const field = {
    isReported,
    leadsTo: callerInWords(cursor, workspace) ?? reachOfNumber(cursor, workspace),
  };
  return {
    markdown: valueText === undefined ? fieldHover(cursor, workspace, field) : blocks(valueText, fieldInShort(cursor)),
  };
}

/** The variable `{{name}}` at an offset of a templated text, in words. */
function variableUnder(
  { cursor, span }: OffsetContext,
  { document, offset, workspace }: PositionContext,
): HoverText | undefined {
  const text = cursor.string();
  if (text === undefined || cursor.marks['x-template'] === undefined) return undefined;
  const raw = document.text.slice(span.start, span.end);
  for (const { name, start, end } of templatesIn(text)) {
    const variableStart = span.start + decodedOffset(raw, start),
      variableEnd = span.start + decodedOffset(raw, end);
    if (offset >= variableStart && offset <= variableEnd)
      return { markdown: variableHover(name, cursor, workspace), span: { start: variableStart, end: variableEnd } };
  }
  return undefined;
}

/** The tool, state or node that a prompt names at an offset, in words. */
function mentionUnder({ cursor, span }: OffsetContext, { document, offset }: PositionContext): HoverText | undefined {
  for (const { declaration, kind, name, ...part } of mentionsAt(cursor)) {
    const { start, end } = rangeWithin(document, span, part),
      record = declaration.at.parent;
    if (offset < start || offset > end || !record) continue;
    if (kind === 'tool') return { markdown: toolHover(record, name), span: { start, end } };
    return { markdown: kind === 'node' ? nodeHover(record) : stateHover(record, name), span: { start, end } };
  }
  return undefined;
}

/** The hover of a key that the file chooses: the name of a tag or variable. */
function keyHover(cursor: Cursor, context: PositionContext): string | undefined {
  const { parent } = cursor;
  if (!parent) return undefined;
  const { keys, props } = entryOf(parent.entry);
  if (keys !== undefined && marksOf(keys)['x-identifies']?.of === 'tag' && !Object.hasOwn(props ?? {}, cursor.key)) {
    const agentId = parent.sibling('agent_id').string();
    return agentId ? tagHover(agentId, cursor.key, cursor, context) : undefined;
  }
  const settingKind =
    parent.marks['x-sets-variables'] ??
    (parent.key === 'properties' && parent.parent?.marks['x-sets-variables'] === 'parameters'
      ? 'parameters'
      : undefined);
  return settingKind === 'values' ||
    settingKind === 'paths' ||
    (settingKind === 'parameters' && parent.key === 'properties')
    ? variableHover(cursor.key, cursor, context.workspace)
    : undefined;
}

/** The version that the reference under a key selects, in one line. */
function leadsTo(cursor: Cursor, { workspace }: PositionContext): string | undefined {
  const selection = wantedAt(cursor, workspace);
  return selection
    ? `Here: ${code(String(selection.reference ?? 'latest'))} → ${selectionWords(resolutionOf(selection, workspace))}.`
    : (callerInWords(cursor, workspace) ?? reachOfNumber(cursor, workspace));
}

/** The versions and numbers that callers of a phone number, or of one of its directions, can reach. */
function reachOfNumber(cursor: Cursor, workspace: Workspace): string | undefined {
  const { parent } = cursor;
  if (!parent?.is('phone-number')) return undefined;
  const entries = entriesOfNumber(parent, workspace).filter(
    ({ pointer }) => cursor.key === 'phone_number' || pointer === cursor.pointer,
  );
  const reach = reachInBrief(answeringRecords(entries, workspace), workspace);
  return reach === '' ? undefined : sentence(`Here: ${reach}`);
}

/** The agent that calls from the number of a batch, in words. It makes the calls of tasks that name no agent. */
function callerInWords(cursor: Cursor, workspace: Workspace): string | undefined {
  const arms =
    cursor.key === 'from_number' && cursor.parent?.is('batch-call') ? outboundArms(cursor, workspace) : undefined;
  if (!arms) return undefined;
  if (arms.length !== 1)
    return arms.length === 0
      ? 'Here: the number has no outbound agent.'
      : `Here: one of the number's ${arms.length} outbound agents, by weight.`;
  const selection = selectionOf(arms[0]!.get('agent_id'));
  if (!selection) return undefined;
  const { agentId, reference } = selection;
  return `Here: ${code(referenceName(agentId, reference, workspace))} → ${selectionWords(workspace.resolve(agentId, reference))}.`;
}

/** The hover of a value other than an object or list: what it refers to, beyond the meaning of its field. */
function valueHover(cursor: Cursor, context: PositionContext): string | undefined {
  const { marks, parent } = cursor,
    { workspace } = context;
  const selection = wantedAt(cursor, workspace);
  if (selection) return versionHover(selection, cursor, context);
  if (parent?.marks['x-sets-variables'] === 'values') return variableHover(cursor.key, cursor, workspace);
  if (cursor.key === 'name' && parent?.parent?.marks['x-sets-variables'] === 'items' && cursor.string())
    return variableHover(cursor.string()!, cursor, workspace);
  const text = idAt(cursor);
  const kind = marks['x-reference']?.to ?? marks['x-identifies']?.of;
  if (kind !== undefined) return recordHover(kind, text, cursor, context);
  if (text === undefined) return undefined;
  switch (marks['x-format']) {
    case 'voice-id':
      return voiceHover(text, workspace);
    case 'timezone':
      return timezoneHover(text, workspace);
    case 'locale':
      return localeHover(text, cursor);
    default:
      return undefined;
  }
}

const analysisFields: PlaceSelector = { among: ['x-identifies=analysis-field'] };

function recordHover(
  kind: RecordKind,
  id: string | undefined,
  cursor: Cursor,
  context: PositionContext,
): string | undefined {
  const { workspace } = context;
  if (kind === 'llm-version' || kind === 'conversation-flow-version') return engineVersionHover(kind, cursor, context);
  if (id === undefined) return undefined;
  switch (kind) {
    case 'agent':
      return agentHover(id, cursor, context);
    case 'llm':
    case 'conversation-flow':
      return engineHover(kind, id, workspace.engines(kind).get(id) ?? [], versionBeside(cursor), cursor, workspace);
    case 'tag':
      return tagAt(id, cursor, context);
    case 'analysis-field':
      return analysisFieldHover(id, workspace.collect(analysisFields));
    default:
      return recordOfFlowHover(kind, id, cursor, workspace);
  }
}

/** The hover of an id within a flow or engine: the record to which it refers, or the record that has the id. */
function recordOfFlowHover(kind: RecordKind, id: string, cursor: Cursor, workspace: Workspace): string | undefined {
  const lookup = cursor.marks['x-reference'] && lookupAt(cursor, workspace);
  if (lookup && lookup.outcome !== 'found') return absentHover(kind, id, lookup, cursor);
  const record = lookup ? lookup.records[0] : cursor.parent;
  if (!record) return undefined;
  switch (kind) {
    case 'node':
      return nodeHover(record);
    case 'tool':
      return toolHover(record, id);
    case 'mcp':
      return mcpHover(record, id);
    case 'state':
      return stateHover(record, id);
    case 'flow-component':
      return componentHover(record, id, cursor);
    default:
      return undefined;
  }
}

const versionBeside = (cursor: Cursor): number | null => cursor.sibling('version').integer() ?? null;

function engineVersionHover(
  kind: 'llm-version' | 'conversation-flow-version',
  cursor: Cursor,
  { workspace }: PositionContext,
): string | undefined {
  const engine = kind === 'llm-version' ? 'llm' : 'conversation-flow';
  const id = idAt(cursor.sibling(engine === 'llm' ? 'llm_id' : 'conversation_flow_id'));
  const records = id === undefined ? [] : (workspace.engines(engine).get(id) ?? []);
  return id === undefined ? undefined : engineHover(engine, id, records, cursor.integer() ?? null, cursor, workspace);
}

function tagAt(tag: string, cursor: Cursor, context: PositionContext): string | undefined {
  const namedKind = cursor.marks['x-reference']?.of;
  if (namedKind === undefined) return tagOfAnyHover(tag, context);
  const agentId = idAt(cursor.parent?.isArray ? cursor.parent.sibling(namedKind) : cursor.sibling(namedKind));
  return agentId === undefined ? undefined : tagHover(agentId, tag, cursor, context);
}
