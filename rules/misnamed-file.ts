import { kindByName } from '../server/core/kinds.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'misnamed-file',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  at: { 'agent-settings': '', llm: '', 'conversation-flow': '' },

  check(node) {
    const { kind, file } = node.document,
      nameKind = kindByName(file);
    if (node.pointer !== '' || kind === undefined || nameKind === undefined || nameKind === kind) return undefined;
    return {
      message: `${node.marks['x-noun'] ?? 'another record'} by its content, but the name of the file ends in .${nameKind}.json`,
      help: `rename the file to end in .${kind}.json, or restore its contents`,
    };
  },
});
