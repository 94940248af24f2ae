import { describe, expect, test } from 'vitest';
import type { Plan } from '../core/generated/outputs.js';
import { expectOutput } from '../testing/outputs.ts';
import { agent, agentList, commitAll, committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const list = (version: number): string => agentList({ prod: { version } }, 'agent_desk', 'Front desk');
const booked = '"post_call_analysis_data": [{ "type": "boolean", "name": "booked", "description": "Booked?" }]';
const events = '"webhook_events": ["call_started", "call_analyzed"]';

/**
 * Returns the folder of a repository in which a live version loses a field and an event. With `moved`, its callers get
 * another version that never had the field.
 */
function changedRepository({ moved: isMoved = false, settings = '{}' } = {}): string {
  const folder = committed(
    folderWith({
      'v1.agent.json': agent(booked),
      'v2.agent.json': agent('', 'agent_desk', 2),
      'team.agent-list.json': list(1),
      'preflight.config.json': settings,
    }),
  );
  write(folder, isMoved ? { 'team.agent-list.json': list(2) } : { 'v1.agent.json': agent(events) });
  return folder;
}

describe('data that other systems lose', () => {
  test('has a section in the plan', async () => {
    const { stdout } = await preflight(['plan'], changedRepository());
    expect(stdout.slice(stdout.indexOf('Results')).split('\n\n')[0]).toMatchInlineSnapshot(`
      "Results that other systems no longer get
        Front desk v1 (live): through tag prod of Front desk
            v1.agent.json
            booked      this field is no longer extracted
            call_ended  the webhook no longer gets this event"
    `);
    const markdown = await preflight(['plan', '--format', 'markdown'], changedRepository());
    expect(markdown.stdout).toContain('Results that other systems no longer get');
    const html = await preflight(['plan', '--format', 'html'], changedRepository());
    expect(html.stdout).toContain('Results that other systems no longer get');
  });
  test('is in the JSON, with the version that callers had', async () => {
    const { code, stdout } = await preflight(
      ['plan', '--format', 'json', '--exit-code'],
      changedRepository({ moved: true }),
    );
    expect(code).toBe(4);
    const plan = JSON.parse(stdout) as Plan;
    expectOutput('plan', plan);
    expect(plan.results).toMatchObject([
      {
        agent_version: 2,
        was: { agent_version: 1 },
        field: 'booked',
        effect: 'removed',
        file: 'v2.agent.json',
        pointer: '/post_call_analysis_data',
        through: [{ text: 'tag prod of Front desk', file: 'team.agent-list.json' }],
      },
    ]);
  });
  test('fails an assertion in plan and ci', async () => {
    // without this setting, lint would already fail because a published version is edited
    const settings = '{"ci": {"assert": ["no results are lost"]}, "rules": {"published-version-edited": "off"}}';
    const folder = changedRepository({ settings });
    const plan = await preflight(['plan', '--assert', 'no results are lost'], folder);
    expect(plan.code).toBe(4);
    commitAll(folder, 'loses');
    const ci = await preflight(['ci', '--base', 'HEAD^'], folder);
    expect(ci.code).toBe(4);
    expect(ci.stdout).toMatch(/booked of Front desk v1 and 1 other result are lost: removed/);
  });
  test('is nothing if a file was only formatted', async () => {
    const folder = committed(folderWith({ 'v1.agent.json': agent(booked), 'team.agent-list.json': list(1) }));
    write(folder, { 'v1.agent.json': JSON.stringify(JSON.parse(agent(booked)), null, 4) });
    expect((await preflight(['plan', '--assert', 'no results are lost'], folder)).code).toBe(0);
  });
});
