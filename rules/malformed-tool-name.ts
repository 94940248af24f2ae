import { childEntry, marksOf, rootOf } from '../server/core/shapes/table.ts';
import { showsCredential } from '../server/core/secrets.ts';
import { defineRule, set, show, stringsWithFormat } from '../server/core/engine/rule.ts';

/** The constraints that the specification states for the scheduling tool. Models require them for every tool. */
const constraints = marksOf(childEntry(rootOf('book-appointment-tool'), 'name'));
const form = new RegExp(constraints.pattern ?? ''),
  maxLength = constraints.maxLength ?? Infinity;

export default defineRule({
  id: 'malformed-tool-name',
  group: 'flows',
  severity: 'warning',
  spec: 'Scheduling tool',
  clause: 'Scheduling tool: name: an identifier, bounded, unique',
  replaces: ['invalid-format', 'wrong-length'],
  at: stringsWithFormat('tool-name'),

  check(node) {
    const name = node.string();
    const tool = node.parent;
    if (name === undefined || !tool?.is('tool')) return;
    const isStated = tool.is('book-appointment-tool');
    if (name === '')
      return isStated ? { severity: 'error', message: 'name: empty, so the model cannot call the tool' } : undefined;
    // stray-whitespace reports surrounding whitespace
    const characters = [...(name.trim() || name)],
      { length } = characters;
    const wrongCharacter = characters.find(character => !form.test(character));
    if (wrongCharacter === undefined && length <= maxLength) return;
    const validName = name
      .trim()
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .split(/[^a-zA-Z0-9_-]+/)
      .filter(part => part !== '')
      .join('_')
      .slice(0, maxLength);
    const effect = isStated ? 'the tool is refused' : 'a model may refuse the tool';
    return {
      severity: isStated ? 'error' : 'warning',
      message:
        wrongCharacter !== undefined
          ? `name: ${show(name)} contains ${show(wrongCharacter)}; only a-z, A-Z, 0-9, _ and - are allowed, so ${effect}`
          : `name: expected at most ${maxLength} characters, got ${length}, so ${effect}`,
      ...(validName !== '' &&
        wrongCharacter !== undefined &&
        !showsCredential(name) && { fix: set(node, validName, { title: `Rename to ${validName}` }) }),
    };
  },
});
