import { expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { settingsOfMoved } from './moved-files.ts';

const configuration = `{
  // entries and globs
  "suppress": [
    { "rule": "a", "file": "agents/desk.agent.json", "at": "", "reason": "x1" },
    { "rule": "a", "file": "./agents/night.agent.json", "at": "", "reason": "x2" },
    { "rule": "a", "file": "agents/desk.agent.json.bak", "at": "", "reason": "x3" }
  ],
  "overrides": [{ "files": ["agents/desk.agent.json", "agents/**", "**/desk.agent.json", "!agents/night*.json"], "rules": {} }],
  "files": { "agent": ["/agents/old/*.json", "agents"] },
  "ignore": ["agents (old)/**", "agents \\\\(old\\\\)/**"]
}
`;
const after = (...moves: [string, string][]): string => {
  const document = new Document('preflight.config.json', configuration);
  const [editedFile] = settingsOfMoved(
    moves.map(([from, to]) => ({ from, to })),
    [document],
  );
  return (editedFile ? applyTextEdits(configuration, editedFile.edits)! : configuration)
    .split('\n')
    .filter((line, i) => line !== configuration.split('\n')[i])
    .join('\n');
};

test('move with a file', () =>
  expect(after(['agents/desk.agent.json', 'agents/front.agent.json'])).toMatchInlineSnapshot(`
  "    { "rule": "a", "file": "agents/front.agent.json", "at": "", "reason": "x1" },
    "overrides": [{ "files": ["agents/front.agent.json", "agents/**", "**/desk.agent.json", "!agents/night*.json"], "rules": {} }],"
`));
test('move with a folder, but not with another part of its contents', () =>
  expect(after(['agents', 'people'], ['agents/night.agent.json', 'late/night.agent.json'])).toMatchInlineSnapshot(`
  "    { "rule": "a", "file": "people/desk.agent.json", "at": "", "reason": "x1" },
      { "rule": "a", "file": "./late/night.agent.json", "at": "", "reason": "x2" },
      { "rule": "a", "file": "people/desk.agent.json.bak", "at": "", "reason": "x3" }
    "overrides": [{ "files": ["people/desk.agent.json", "people/**", "**/desk.agent.json", "!people/night*.json"], "rules": {} }],
    "files": { "agent": ["/people/old/*.json", "agents"] },"
`));
test('move with names that contain characters of a glob', () =>
  expect(after(['agents (old)', 'agents [1]'])).toMatchInlineSnapshot(
    `"  "ignore": ["agents (old)/**", "agents \\\\[1\\\\]/**"]"`,
  ));
test('move to the top folder', () =>
  expect(after(['agents/desk.agent.json', 'desk.agent.json'])).toMatchInlineSnapshot(`
  "    { "rule": "a", "file": "desk.agent.json", "at": "", "reason": "x1" },
    "overrides": [{ "files": ["./desk.agent.json", "agents/**", "**/desk.agent.json", "!agents/night*.json"], "rules": {} }],"
`));
test('stay unchanged if no listed file moves', () => expect(after(['flows/a.json', 'flows/b.json'])).toBe(''));
test('move in the baseline, but not in broken settings', () => {
  const baseline = new Document(
    'preflight.baseline.json',
    '{ "version": 2, "findings": [{ "rule": "a", "file": "b.json", "at": "/x", "text": "811c9dc5" }] }',
  );
  const texts = [
    '',
    '[',
    '{ "suppress": 1, "overrides": [1, { "files": "b.json" }], "files": [], "ignore": { "a": "b.json" } }',
  ];
  expect(
    settingsOfMoved(
      [{ from: 'b.json', to: 'c.json' }],
      [baseline, ...texts.map(text => new Document('preflight.config.json', text))],
    ),
  ).toEqual([{ file: 'preflight.baseline.json', edits: [{ start: 53, end: 59, text: 'c.json' }] }]);
});
