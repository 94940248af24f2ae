import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import type { Lint } from '../../core/generated/outputs.js';
import { RuleSet, lint } from '../../core/engine/lint.ts';
import { spanOf } from '../../core/locate.ts';
import { rangeOf } from '../../core/engine/report.ts';
import { chooseFixes } from '../../core/fixing/choose.ts';
import { draft, preflight, scratchFolders } from '../../testing/preflight.ts';
import { openSample } from '../../testing/samples.ts';
import { rules } from '../../../rules/index.ts';

const folderWith = scratchFolders();
type Fix = NonNullable<Lint['findings'][number]['fix']>;

/** Returns the text after the edits, applied as a program that reads the JSON output applies them. */
function withEdits(text: string, edits: Fix['edits']): string {
  const { lines } = new Document('', text);
  const offset = ({ line, column }: { line: number; column: number }): number =>
    lines.offsetAt({ line: line - 1, character: column - 1 });
  return applyTextEdits(
    text,
    edits.map(({ range, newText }) => ({ start: offset(range.start), end: offset(range.end), text: newText })),
  )!;
}
const findingsIn = async (folder: string, ...args: string[]): Promise<Lint['findings']> =>
  (JSON.parse((await preflight(['lint', '--format', 'json', ...args], folder)).stdout) as Lint).findings;

test('the edits of a finding in the JSON have the same result as --fix for this finding alone', async () => {
  const { workspace, configuration, root } = openSample('broken'),
    printedFindings = (await findingsIn(root, '--today=2026-01-15')).filter(({ fix }) => fix),
    set = new RuleSet(rules);
  let equalCount = 0;
  for (const document of workspace.documents) {
    const findings = lint(document, workspace, set, configuration);
    for (const { rule, range, message, fix } of printedFindings.filter(({ file }) => file === document.file)) {
      const finding = findings.find(
        finding =>
          finding.rule === rule &&
          finding.fix &&
          message.startsWith(finding.message) &&
          JSON.stringify(rangeOf(document, spanOf(document, finding)).start) === JSON.stringify(range.start),
      )!;
      const chosenFixes = chooseFixes([finding], {
        outlookBefore: { document, findings: () => findings },
        outlookAfter: text => {
          const changedDocument = document.withChanges([{ start: 0, end: document.text.length, text }]);
          return {
            document: changedDocument,
            findings: () => lint(changedDocument, workspace.withDocument(changedDocument), set, configuration),
          };
        },
      });
      if (chosenFixes.appliedFindings.length === 0) continue;
      expect(withEdits(document.text, fix!.edits)).toBe(chosenFixes.text);
      expect(fix!.edits.every(({ file }) => file === document.file)).toBe(true);
      equalCount++;
    }
  }
  expect(equalCount).toBeGreaterThan(60);
});
test('all edits in the JSON, one by one, have the result of --fix --unsafe, with any line endings, from any folder', async () => {
  const text = draft('"voice_speed": "1.5", "agent_name": "🙂", "volume": "2"').replaceAll('\n', '\r\n');
  const folder = folderWith({ 'agents/a.agent.json': `\ufeff${text}`, 'agents/b.agent.json': text }),
    path = join(folder, 'agents/a.agent.json');
  await preflight(['lint', '--fix', '--unsafe', 'agents/b.agent.json'], folder);
  const fixOfFile = async (): Promise<Fix | undefined> =>
    (await findingsIn(join(folder, 'agents'))).find(({ file, fix }) => file === 'a.agent.json' && fix)?.fix;
  for (let fix = await fixOfFile(); fix; fix = await fixOfFile()) {
    const currentText = readFileSync(path, 'utf8').slice(1);
    writeFileSync(path, `\ufeff${withEdits(currentText, fix.edits)}`);
  }
  expect(readFileSync(path, 'utf8').slice(1)).toBe(readFileSync(join(folder, 'agents/b.agent.json'), 'utf8'));
});
test('no edit in the JSON shows a credential', async () => {
  const key = 'sk_live_1234567890abcdef',
    tool = `{ "type": "custom", "name": "find", "url": "https://x.example.com", "header": { "X-Api-Key": "${key}" } }`;
  const folder = folderWith({ 'one.llm.json': `{ "llm_id": "llm_1", "general_tools": [${tool}] }` });
  const { stdout } = await preflight(['lint', '--format', 'json'], folder);
  expect(stdout).not.toContain(key);
});
