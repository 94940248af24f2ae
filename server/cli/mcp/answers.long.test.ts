import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Outputs } from '../../core/generated/outputs.js';
import { run } from '../../testing/in-folders.ts';
import { connected, eras, type ConnectedClient } from '../../testing/mcp.ts';
import { expectOutput } from '../../testing/outputs.ts';
import { committed, preflight, scratch } from '../../testing/preflight.ts';
import { samples, textsIn } from '../../testing/samples.ts';
import { runTool } from '../main.ts';
import { tools } from './tools.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());

/** For every tool, calls of coding agents, each with the equivalent command line. */
const questions: Readonly<Record<string, readonly (readonly [Record<string, unknown>, string])[]>> = {
  lint: [
    [{}, 'lint'],
    [{ paths: ['agents', 'engines/*.json'] }, 'lint agents engines/*.json'],
    [{ path: 'numbers/main.phone-number.json' }, 'lint numbers/main.phone-number.json'],
  ],
  explain: [
    [{ rule: 'out-of-range' }, 'explain out-of-range'],
    [{ rule: 'references' }, 'explain references'],
    [{ rule: 'Versioning 3' }, 'explain Versioning+3'],
  ],
  resolve: [
    [{}, 'resolve'],
    [{ all: true }, 'resolve --all'],
    [{ reference: 'agent_frontdesk01@prod' }, 'resolve agent_frontdesk01@prod'],
    [{ reference: '+14155550100' }, 'resolve +14155550100'],
  ],
  plan: [
    [{}, 'plan'],
    [{ base: 'HEAD' }, 'plan --base HEAD'],
    [
      { draft: 'agent_frontdesk01@2', tag: ['agent_frontdesk01:prod=3', 'agent_frontdesk01:canary=2'] },
      'plan --draft agent_frontdesk01@2 --tag agent_frontdesk01:prod=3 --tag agent_frontdesk01:canary=2',
    ],
    [
      { untag: 'agent_frontdesk01:canary', publish: 'Front desk@4' },
      'plan --untag agent_frontdesk01:canary --publish Front+desk@4',
    ],
  ],
  reach: [
    [{}, 'reach'],
    [{ entry: '+14155550100' }, 'reach +14155550100'],
    [{ entry: 'agents/billing/v1.agent.json' }, 'reach agents/billing/v1.agent.json'],
  ],
  references: [
    [{ name: 'prod' }, 'references prod'],
    [{ name: '{{clinic_name}}' }, 'references {{clinic_name}}'],
    [{ name: 'agent_billing01' }, 'references agent_billing01'],
  ],
  describe: [
    [{ shape: 'agent-settings' }, 'describe agent-settings'],
    [{ shape: 'node' }, 'describe node'],
    [{ shape: 'agent', field: 'voice_speed' }, 'describe agent voice_speed'],
  ],
  prompt: [
    [{ agent: 'agent_frontdesk01@prod' }, 'prompt agent_frontdesk01@prod'],
    [
      { agent: 'agent_frontdesk01', state: 'booking', given: { clinic_name: 'A=B' } },
      'prompt agent_frontdesk01 --state booking --given clinic_name=A=B',
    ],
    [{ agent: 'agent_nightline01', node: 'listen' }, 'prompt agent_nightline01 --node listen'],
  ],
  cost: [
    [{}, 'cost'],
    [{ agent: 'agent_frontdesk01' }, 'cost agent_frontdesk01'],
  ],
  drift: [[{ exports: ['agents', 'numbers'] }, 'drift agents numbers']],
  affected: [
    [{ base: 'HEAD' }, 'affected --base HEAD'],
    [{}, 'affected'],
  ],
};

describe.each(eras)('mcp over protocol %s', era => {
  describe.each(['clinic', 'broken'] as const)('in the sample %s', sample => {
    let folder: string, server: ConnectedClient;
    beforeAll(async () => {
      folder = committed(scratch(textsIn(samples(sample))).folder);
      const list = readFileSync(join(folder, 'agents/agents.agent-list.json'), 'utf8');
      writeFileSync(join(folder, 'agents/agents.agent-list.json'), list.replace(/"version": 2\b/, '"version": 3'));
      server = await connected(dirname(folder), era, [folder]);
    });
    afterAll(() => server.client.close());

    test('returns for every tool what the command prints, valid by its schema, and changes no file', async () => {
      const before = textsIn(folder);
      const { tools: listedTools } = await server.client.listTools();
      expect(listedTools.map(({ name }) => name)).toEqual(Object.keys(questions));
      for (const { name, annotations, outputSchema } of listedTools) {
        expect(annotations, name).toMatchObject({ readOnlyHint: true });
        const isValid = new Ajv2020.default({ strict: true, allowUnionTypes: true }).compile(outputSchema as object);
        // the questions are asked in both protocols, but the transcript of the answers is compared only once
        for (const [record, line] of era === eras[0] && sample === 'clinic'
          ? questions[name]!
          : questions[name]!.slice(0, 1)) {
          const { pages, texts } = await allPages(server, name, record);
          for (const page of pages) expect(isValid(page), `${line} ${JSON.stringify(isValid.errors)}`).toBe(true);
          if (era !== eras[0]) continue;
          const wholeResult = joinPages(name, pages);
          expectOutput(name as keyof Outputs, wholeResult);
          expect(inOrder(name, wholeResult), line).toEqual(inOrder(name, await publishedResult(line, folder)));
          expect(
            texts.every(text => text.trim() !== '' && text.length < 30_000),
            line,
          ).toBe(true);
          expect(texts.join('\n'), line).not.toContain(folder);
        }
      }
      expect(textsIn(folder)).toEqual(before);
    });
  });
});

interface Page extends Record<string, unknown> {
  readonly total: number;
  readonly next_cursor: string | null;
}

async function allPages(server: ConnectedClient, name: string, record: Record<string, unknown>) {
  const pages: Page[] = [],
    texts: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
    const { text, content } = await server.call(name, cursor === '' ? record : { ...record, cursor });
    if (!content) throw new Error(`${name} ${JSON.stringify(record)}: ${text}`);
    pages.push(content as unknown as Page);
    texts.push(text);
  }
  return { pages, texts };
}

function joinPages(name: string, pages: readonly Page[]): Record<string, unknown> {
  const { total, next_cursor: _, ...first } = pages[0]!,
    { lists } = tools[name]!;
  const joinedLists = Object.fromEntries(lists.map(list => [list, pages.flatMap(page => page[list] as unknown[])]));
  expect(Object.values(joinedLists).reduce((sum, items) => sum + items.length, 0)).toBe(total);
  return { ...first, ...joinedLists };
}

/** Sorts the findings, because published findings are in the order of places, but answers begin with the worst. */
const inOrder = (name: string, result: Record<string, unknown>): Record<string, unknown> =>
  name === 'lint'
    ? { ...result, findings: (result['findings'] as object[]).map(finding => JSON.stringify(finding)).sort() }
    : result;

/** The JSON that a command prints, or the result of a tool without a command. */
async function publishedResult(line: string, folder: string): Promise<Record<string, unknown>> {
  const args = line.split(' ').map(word => word.replaceAll('+desk', ' desk').replaceAll('Versioning+', 'Versioning '));
  const isTool = ['references', 'describe'].includes(args[0]!);
  const { stdout } = isTool
    ? await run({ run: runTool }, args, folder)
    : await preflight([...args, '--format', 'json'], folder);
  return JSON.parse(stdout) as Record<string, unknown>;
}
