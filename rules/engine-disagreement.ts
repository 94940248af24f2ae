import { differences } from '../server/core/domain/contents.ts';
import { publisherOf, versionInWords } from '../server/core/domain/published.ts';
import type { EngineKind } from '../server/core/workspace/records.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { count, defineRule, isSamePlace, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'engine-disagreement',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { llm: ['/llm_id', '/is_published'], 'conversation-flow': ['/conversation_flow_id', '/is_published'] },
  when: () => value => value === false || (typeof value === 'string' && value !== ''),

  check(node, workspace) {
    if (node.key === 'is_published') return draftProblem(node, workspace);
    const kind: EngineKind = node.key === 'llm_id' ? 'llm' : 'conversation-flow',
      engine = node.parent!;
    const first = firstOf(kind, engine, workspace);
    if (!first || isSamePlace(first, engine)) return undefined;
    const differenceList = differences(first, engine);
    const { file } = first.document,
      place = file === node.document.file ? 'above' : `in ${file}`;
    const [isFirstPublished, isPublished] = [first, engine].map(record => record.get('is_published').value);
    if (differenceList.length === 0)
      return typeof isFirstPublished === 'boolean' && isPublished === !isFirstPublished
        ? {
            at: engine.get('version'),
            message:
              `version: ${show(engine.get('version').value)} is also defined ${place}, where it is ` +
              `${isFirstPublished ? 'published' : 'a draft'}`,
            related: [{ at: first, message: 'the other record' }],
          }
        : undefined;
    return {
      message:
        `${node.label}: differs from the same version ${place} in ${count(differenceList.length, 'place')}, ` +
        `first in ${differenceList[0]!.pointer.slice(engine.pointer.length) || 'its type'}`,
      related: [{ at: first, message: 'the other record' }],
    };
  },
});

/** Reports an engine that is a draft, although a published version of an agent certainly runs it. */
function draftProblem(node: Cursor, workspace: Workspace): Problem | undefined {
  const publisher = node.value === false ? publisherOf(node.parent!, workspace) : undefined;
  return (
    publisher && {
      message: `is_published: false, but ${versionInWords(publisher, workspace)}, which runs it, is published`,
      related: [{ at: publisher.get('is_published'), message: 'the published version' }],
    }
  );
}

/** The first record of the same version of an engine. */
function firstOf(kind: EngineKind, engine: Cursor, workspace: Workspace): Cursor | undefined {
  const version = engine.get('version').integer(),
    id = engine.get(kind === 'llm' ? 'llm_id' : 'conversation_flow_id').string()!;
  if (version === undefined) return undefined;
  return workspace
    .engines(kind)
    .get(id)
    ?.find(record => record.get('version').value === version);
}
