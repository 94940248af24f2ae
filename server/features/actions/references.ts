import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { nearestId } from '../../core/domain/ids.ts';
import { ownersOf, toolsOf } from '../../core/domain/tools.ts';
import { idAt, reservedReferences, selectionAt } from '../../core/domain/version-references.ts';
import { referencesTo } from '../../core/engine/rule.ts';
import { pointerOf, type Finding } from '../../core/finding.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import { count, nearest, show } from '../../core/words.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { AskedDocument, ShownFinding } from '../asked.ts';
import { type Action, allOf, type FileEdits, TO_CHECK } from './action.ts';

const selectors = {
  agent: referencesTo('agent'),
  llm: referencesTo('llm'),
  'conversation-flow': referencesTo('conversation-flow'),
  'flow-component': referencesTo('flow-component'),
  'agent-version': referencesTo('agent-version'),
  tool: referencesTo('tool'),
};
type Target = keyof typeof selectors;
/** Rules about references that find nothing, and the kinds of record that they are about. */
export const ruleTargets: Readonly<Record<string, readonly Target[]>> = {
  'unknown-agent': ['agent'],
  'unknown-engine': ['llm', 'conversation-flow'],
  'unknown-component': ['flow-component'],
  'unresolved-agent-version': ['agent-version'],
  'unknown-tool': ['tool'],
};

/** For a reference that finds nothing: the name that was very likely meant, at this place and wherever the same slip was made. */
export function referenceActions({ workspace, document }: AskedDocument, here: readonly ShownFinding[]): Action[] {
  const seen = new Set<string>();
  return here.flatMap(({ finding }): Action[] => {
    const node = document.at(pointerOf(finding.target));
    const to = node.marks['x-reference']?.to as Target | undefined;
    const targets = Object.hasOwn(ruleTargets, finding.rule) ? ruleTargets[finding.rule]! : [];
    if (!document.valid || finding.fix || to === undefined || !targets.includes(to) || node.string() === undefined)
      return [];
    const meant = meantAt(node, to, workspace);
    if (meant === undefined || seen.has(node.pointer)) return [];
    seen.add(node.pointer);
    const title = `Use ${show(meant)}`;
    const same = workspace.collect(selectors[to]).filter(place => place.document.valid && isSameSlip(node, place, to));
    const files = new Set(same.map(place => place.document)).size;
    const where = `${allOf(same.length, 'place')}${files === 1 ? '' : `, in ${count(files, 'file')}`}`;
    return [
      action(`${title}${TO_CHECK}`, 'quickfix', finding, [node], meant),
      ...(same.length > 1 ? [action(`${title} in ${where}${TO_CHECK}`, 'quickfix.all', finding, same, meant)] : []),
    ];
  });
}

function action(title: string, kind: string, finding: Finding, places: readonly Cursor[], meant: string): Action {
  const byDocument = new Map<Document, Cursor[]>();
  for (const place of places) byDocument.set(place.document, [...(byDocument.get(place.document) ?? []), place]);
  const edits = [...byDocument].map(([document, found]): FileEdits => ({
    file: document.file,
    edits: textEditsOf(document, {
      title,
      safe: false,
      edits: found.map(place => ({ set: place.pointer, to: meant })),
    }),
  }));
  return { title, kind, finding, edits };
}

function meantAt(node: Cursor, to: Target, workspace: Workspace): string | undefined {
  const id = idAt(node);
  if (id === undefined) return undefined;
  switch (to) {
    case 'agent':
      return workspace.agent(id) ? undefined : nearestId(id, workspace.agents.keys());
    case 'llm':
    case 'conversation-flow':
      return workspace.engines(to).has(id) ? undefined : nearestId(id, workspace.engines(to).keys());
    case 'flow-component':
      return nearestId(
        id,
        node.sibling('component_type').value === 'local' ? localComponents(node) : workspace.components.keys(),
      );
    case 'tool':
      return nearest(
        id,
        ownersOf(node).flatMap(owner => [...toolsOf(owner).keys()]),
      );
    case 'agent-version': {
      const selection = selectionAt(node);
      if (typeof selection?.reference !== 'string' || reservedReferences.includes(selection.reference))
        return undefined;
      const { known } = workspace.resolve(selection.agentId, selection.reference);
      return nearest(selection.reference, [...known.filter(name => typeof name === 'string'), ...reservedReferences]);
    }
  }
}

const localComponents = (node: Cursor): string[] =>
  ownersOf(node)
    .flatMap(owner => owner.get('components').items())
    .flatMap(component => component.get('conversation_flow_component_id').string() ?? []);

/** Whether another place names the same thing wrongly: a tag is one of its agent, a tool or local component one of its flow. */
function isSameSlip(node: Cursor, place: Cursor, to: Target): boolean {
  if (place.value !== node.value) return false;
  if (to === 'agent-version') return selectionAt(place)?.agentId === selectionAt(node)?.agentId;
  const isLocal = (at: Cursor): boolean => at.sibling('component_type').value === 'local';
  if (to === 'flow-component' && isLocal(place) !== isLocal(node)) return false;
  if (to === 'tool' || (to === 'flow-component' && isLocal(node)))
    return ownersOf(place)[0]?.value === ownersOf(node)[0]?.value;
  return true;
}
