import type { Workspace } from '../server/core/workspace/workspace.ts';
import { lookupAs } from '../server/core/index/lookup.ts';
import { toolsReached } from '../server/core/reach/tools.ts';
import { nearest, suggestShort, show, suggest } from '../server/core/wording.ts';
import { defineRule, rename, set, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-mocked-tool',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'tool-mock': ['/tool_name', '/input_match_rule'] },

  check(node, workspace) {
    if (node.key === 'input_match_rule') return argumentProblem(node, workspace);
    if (node.string() === undefined) return undefined;
    const lookup = lookupAs('tool', node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const namedTool = toolWithId(node, workspace);
    if (namedTool !== undefined)
      return {
        message: `tool_name: ${show(node.value)} is the tool_id of ${show(namedTool)}, so the mock is never used`,
        fix: set(node, namedTool),
      };
    const { similarName } = lookup;
    // a tool that may be defined in another file is reported only if its name is a near miss
    if (lookup.outcome === 'unknowable' && (lookup.reason !== 'shared' || similarName === undefined)) return undefined;
    return {
      message: `tool_name: no tool ${show(node.value)} in the engine, so the mock is never used${suggestShort(lookup)}`,
      fix: set(node, similarName),
    };
  },
});

/** The name of the tool that has the value of a mock as its `tool_id`. */
function toolWithId(mockedName: Cursor, workspace: Workspace): string | undefined {
  const test = mockedName.within('test-case-definition'),
    engine = test && workspace.engineOf(test);
  return (
    engine &&
    toolsReached(engine, workspace)
      .tools.find(tool => tool.get('tool_id').value === mockedName.value)
      ?.get('name')
      .string()
  );
}

/** Reports an argument that the tool does not have, so that the mock never matches. */
function argumentProblem(rule: Cursor, workspace: Workspace): Problem | undefined {
  if (rule.get('type').value !== 'partial_match') return undefined;
  const lookup = lookupAs('tool', rule.sibling('tool_name'), workspace),
    parameters =
      lookup?.outcome === 'found' ? lookup.records.map(tool => tool.get('parameters').get('properties')) : [];
  if (parameters.length === 0 || parameters.some(parameter => parameter.entries().length === 0)) return undefined;
  const names = parameters.flatMap(parameter => parameter.entries().map(({ key }) => key)),
    unknownValue = rule
      .get('args')
      .entries()
      .find(({ key }) => !names.includes(key));
  if (!unknownValue) return undefined;
  const similarParameter = nearest(unknownValue.key, names);
  return {
    at: { key: unknownValue.pointer },
    message: `args: no parameter ${show(unknownValue.key)} in the tool, so the mock is never used${suggest(similarParameter)}`,
    fix: rename(unknownValue, similarParameter),
  };
}
