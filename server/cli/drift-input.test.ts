import { describe, expect, test } from 'vitest';
import { preflight, scratchFolders } from '../testing/preflight.ts';
import { agent, desk, llm, texts } from '../testing/small-account.ts';

const folderWith = scratchFolders();

describe('drift and its input', () => {
  test.each([
    [['drift'], 'drift takes EXPORT'],
    [['drift', 'nothing.json'], 'there is no file nothing.json\n'],
    [['drift', 'x.json'], 'x.json has no records of the platform, so it is not an export'],
    [['drift', 'cut.json'], 'cut.json cannot be read as an export: it is not JSON (line 1'],
    [['drift', 'empty'], 'there is no file empty\n'],
    [['drift', 'page.json', '--complete'], '--complete: page.json says that more pages follow (has_more)'],
    [['drift', 'l.json', '--write', '--diff'], '--diff shows what --write would change'],
    [['drift', 'l.json', '--delete'], '--delete needs --write or --diff'],
    [['drift', 'l.json', '--against', '.', '--write'], '--against compares two exports, so it takes no --write'],
    [['drift', 'l.json', '--against', '.', '--base', 'HEAD'], 'so it takes no --base'],
    [['drift', 'l.json', '--base', 'HEAD'], 'this folder is not in a git repository'],
  ])('is refused: %j', async (args, message) => {
    const folder = folderWith({
      'x.json': '{"a": 1}',
      'cut.json': JSON.stringify({ ...llm, z: 1 }).slice(0, -20),
      'l.json': JSON.stringify(llm),
      'page.json': JSON.stringify({ items: [llm], has_more: true }),
    });
    const { code, stderr } = await preflight(args, folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
  test('may be large: the size is shown while it is read', async () => {
    const writtenTexts: string[] = [];
    const { code } = await preflight(
      ['drift', 'all.json', '--format', 'json'],
      folderWith({
        'all.json': JSON.stringify([{ ...llm, llm_id: 'llm_z', general_prompt: 'Be kind. '.repeat(2_300_000) }]),
        ...desk,
      }),
      { stderr: { write: text => void writtenTexts.push(text), isTTY: true, columns: 80 } },
    );
    expect([code, writtenTexts.slice(0, 2)]).toEqual([4, ['\rreading 21 MB\x1b[K', '\r\x1b[K']]);
  });
  test('may have a record twice with different contents: the record that was changed last counts', async () => {
    const oldEngine = { ...llm, begin_message: 'Old.', last_modification_timestamp: 1 },
      { stdout, code } = await preflight(
        ['drift', folderWith(texts({ 'a.json': oldEngine, 'b.json': { ...llm, last_modification_timestamp: 2 } }))],
        folderWith(desk),
      );
    expect(code).toBe(0);
    expect(stdout.replace(/\S*preflight-test-\S*\//g, '').replace(/\s+/g, ' ')).toContain(
      'llm llm_a version 0 is in b.json and a.json with different contents; b.json was changed last and is used',
    );
  });
  test('is recognized as the export of another account', async () => {
    const remarkOf = (records: unknown) =>
      preflight(['drift', '-'], folderWith(desk), { readStdin: () => Buffer.from(JSON.stringify(records)) });
    const otherAgent = { ...agent, agent_id: 'agent_z', serviceLlmData: { ...llm, llm_id: 'llm_z' } };
    const { stderr, code } = await remarkOf({ agents: [otherAgent], llms: [{ ...llm, llm_id: 'llm_y' }] });
    expect([code, stderr]).toEqual([
      4,
      'none of the records of the export is in these files: is it the export of another account?\n',
    ]);
    // a single agent may just be new
    expect(await remarkOf(otherAgent)).toMatchObject({ code: 4, stderr: '' });
  });
});
