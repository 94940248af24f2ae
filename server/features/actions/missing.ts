import type { Document } from '../../core/document.ts';
import { enumValuesOf } from '../../core/domain/fields.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { pointerOf, type Edit, type Finding } from '../../core/finding.ts';
import { setOwn, type Json } from '../../core/json/json.ts';
import { join, parentOf, type Pointer } from '../../core/json/pointer.ts';
import { childEntry, entryOf, marksOf, neededKeysOf } from '../../core/shapes/table.ts';
import { count, show } from '../../core/wording.ts';
import type { ShownFinding } from '../context.ts';
import { type Action, changedFile } from './action.ts';
import { firstOf } from './findings-at.ts';

/** Rules about fields that are missing. */
export const missingRules: readonly string[] = ['missing-field', 'missing-expected-field'];
/** If a field has more values than this, a person chooses one in the completion list. */
const MAX_OFFERED_VALUES = 4;

/** Adds what a finding reports as missing: fields of an object, the destination of an edge, the tool of a node. */
export function missingActions(
  document: Document,
  shownFindings: readonly ShownFinding[],
  allFindings: readonly ShownFinding[],
): Action[] {
  if (!document.valid) return [];
  const missingFindings = shownFindings.map(({ finding }) => finding).filter(({ rule }) => missingRules.includes(rule));
  const fieldActions = missingFindings.flatMap(finding => addField(document, finding));
  const holderActions = [...new Set(missingFindings.map(holderOf))].flatMap(holder => {
    const findings = allFindings
      .map(({ finding }) => finding)
      .filter(
        finding =>
          finding.file === document.file && missingRules.includes(finding.rule) && holderOf(finding) === holder,
      );
    return findings.length > 1 ? addAll(document, holder, findings) : [];
  });
  const recordActions = shownFindings.flatMap(({ finding }) =>
    Object.hasOwn(recordRules, finding.rule) ? recordRules[finding.rule]!(document, finding) : [],
  );
  return [...fieldActions, ...holderActions, ...firstOf(recordActions, ({ title }) => title)];
}

const holderOf = ({ target }: Finding): Pointer => parentOf(pointerOf(target));

function addField(document: Document, finding: Finding): Action[] {
  const place = document.at(pointerOf(finding.target));
  if (place.exists || !place.parent?.isObject) return [];
  const name = `\`${place.key}\``;
  const { value, blankPath } = valueFor(place.entry);
  if (blankPath === undefined)
    return changedFile(document, { title: `Add ${name}: ${show(value)}`, kind: 'quickfix', finding }, [
      { set: place.pointer, to: value },
    ]);
  const choices = enumValuesOf(place);
  if (choices.length > 0 && choices.length <= MAX_OFFERED_VALUES) {
    return choices.flatMap(choice =>
      changedFile(document, { title: `Add ${name}: ${show(choice)}`, kind: 'quickfix', finding }, [
        { set: place.pointer, to: choice },
      ]),
    );
  }
  const action = { title: `Add ${name}`, kind: 'quickfix', finding };
  return changedFile(document, action, [{ set: place.pointer, to: value }], join(place.pointer, ...blankPath));
}

function addAll(document: Document, holder: Pointer, findings: readonly Finding[]): Action[] {
  const cursor = document.at(holder);
  const names = [...new Set(findings.map(({ target }) => document.at(pointerOf(target)).key))].filter(
    name => !cursor.get(name).exists,
  );
  const fields = names.map(name => ({ place: cursor.get(name), ...valueFor(cursor.get(name).entry) }));
  const blankField = fields.find(({ blankPath }) => blankPath !== undefined);
  const title = `Add the ${count(names.length, 'missing field')}`;
  const edits = fields.map(({ place, value }): Edit => ({ set: place.pointer, to: value }));
  return names.length < 2
    ? []
    : changedFile(
        document,
        { title, kind: 'quickfix', finding: findings[0]! },
        edits,
        blankField && join(blankField.place.pointer, ...blankField.blankPath!),
      );
}

/**
 * Adds the node that a reference names to the end of its flow, with an empty text, which another rule reports. A node
 * that ends the call would need no text, but callers would be hung up on without anybody noticing.
 */
function addNode(document: Document, finding: Finding): Action[] {
  const reference = document.at(pointerOf(finding.target)),
    id = reference.string();
  const flow = reference.within('flow-component', 'conversation-flow'),
    nodes = flow?.get('nodes');
  if (!id || !nodes?.isArray || flowOf(flow!).nodes.has(id)) return [];
  const pointer = join(nodes.pointer, (nodes.value as readonly Json[]).length);
  const node = { id, type: 'conversation', instruction: { type: 'prompt', text: '' } };
  const action = { title: `Add node ${show(id)}`, kind: 'quickfix', finding };
  return changedFile(document, action, [{ set: pointer, to: node }], join(pointer, 'instruction', 'text'));
}

/**
 * Adds the tool that a node names to the nearest list. It becomes a custom tool, because nothing but its id is known,
 * and its URL is still missing.
 */
function addTool(document: Document, finding: Finding): Action[] {
  const reference = document.at(pointerOf(finding.target)),
    id = reference.string();
  const lists = ownersOf(reference).map(owner => owner.get('tools')),
    tools = lists.find(list => list.isArray);
  const isName = lists.some(list => list.items().some(tool => tool.get('name').value === id));
  if (!id || !tools || isName) return [];
  const pointer = join(tools.pointer, (tools.value as readonly Json[]).length);
  const tool = { type: 'custom', tool_id: id, name: /^[\w-]{1,64}$/.test(id) ? id : '', url: '' };
  const action = { title: `Add custom tool ${show(id)}`, kind: 'quickfix', finding };
  return changedFile(document, action, [{ set: pointer, to: tool }], join(pointer, 'url'));
}

/** Rules about missing records, and the actions that add them. */
export const recordRules: Readonly<Record<string, (document: Document, finding: Finding) => Action[]>> = {
  'unknown-node': addNode,
  'unknown-tool': addTool,
};

interface Value {
  readonly value: Json;
  /** The path from the entry to the first value that a person fills in. */ readonly blankPath?: readonly (
    string | number
  )[];
}

/** The initial value of a field in such an entry: the value stated by its schema, or an empty value of its type. */
function valueFor(entry: number, depth = 0): Value {
  const { types = [] } = entryOf(entry),
    marks = marksOf(entry);
  if (marks.default !== undefined) return { value: marks.default };
  if (marks.const !== undefined) return { value: marks.const };
  if (marks.enum?.length === 1) return { value: marks.enum[0]! };
  const [type] = types.filter(type => type !== 'null');
  switch (type) {
    case 'object':
      return depth > 4 ? { value: {}, blankPath: [] } : objectFor(entry, depth);
    case 'array': {
      if ((marks.minItems ?? 0) === 0) return { value: [], blankPath: [] };
      const item = valueFor(childEntry(entry, 0), depth + 1);
      return { value: [item.value], ...(item.blankPath && { blankPath: [0, ...item.blankPath] }) };
    }
    case 'number':
    case 'integer':
      return { value: marks.minimum ?? 0, blankPath: [] };
    case 'boolean':
      return { value: false, blankPath: [] };
    // a string that is added alone is empty, so that nobody takes it for a choice; within an object it shows an
    // allowed value
    default:
      return {
        value:
          depth === 0 ? '' : ((marks.enum ?? marks['x-known-values'])?.find(value => typeof value === 'string') ?? ''),
        blankPath: [],
      };
  }
}

/** An object with the required fields of a shape. For a shape with variants, the first variant is used. */
function objectFor(entry: number, depth: number): Value {
  const { variants } = entryOf(entry);
  const [variant, variantEntry] = Object.entries(variants?.of ?? {})[0] ?? [undefined, entry];
  const { props = {} } = entryOf(variantEntry);
  const decision = variants && ([variants.by, { value: variant!, blankPath: [] }] as const);
  const names = [...new Set(neededKeysOf(variantEntry))].filter(name => name !== variants?.by);
  const fields: (readonly [string, Value])[] = [
    ...(decision ? [decision] : []),
    ...names.map(name => [name, valueFor(props[name] ?? -1, depth + 1)] as const),
  ];
  const value = {};
  for (const [name, field] of fields) setOwn(value, name, field.value);
  const blankField = fields.find(([, field]) => field.blankPath !== undefined);
  return fields.length === 0
    ? { value, blankPath: [] }
    : { value, ...(blankField && { blankPath: [blankField[0], ...blankField[1].blankPath!] }) };
}
