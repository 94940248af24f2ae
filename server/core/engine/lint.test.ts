import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { lint, RuleSet, type SeverityOf } from './lint.ts';
import { defineRule, type Rule } from './rule.ts';

const linted = (fixture: string, set = new RuleSet(rules), severityOf?: SeverityOf): string[] => {
  const workspace = workspaceOf(fixture);
  return workspace.documents.flatMap(document => lint(document, workspace, set, severityOf)).map(({ severity, rule, target }) => `${severity} ${rule} ${JSON.stringify(target)}`);
};

test('a rule that says more replaces the general one and does not weigh less', () => {
  const fixture = '-- preflight.config.json --\n{ "complete": ["agent"] }\n-- main.agent-weights.json --\n[{ "agent_id": "YOUR_AGENT_ID", "weight": 1 }]\n';
  expect(linted(fixture)).toEqual(['error placeholder-left-in {"within":"/0/agent_id","start":0,"end":13}']);
  expect(linted(fixture, new RuleSet(rules), rule => (rule === 'placeholder-left-in' ? 'info' : undefined))).toEqual(['info placeholder-left-in {"within":"/0/agent_id","start":0,"end":13}']);
});

test('a rule that throws is one finding that names it; the others go on', () => {
  const failing = defineRule({ ...(rules.find(rule => rule.id === 'fallback-voice-repeated') as Rule & { id: 'x' }), id: 'x', at: { 'agent-settings': '' }, check() { throw new Error('no'); } } as never) as Rule;
  const findings = linted('-- desk.agent.json --\n{ "voice_speed": 9 }\n', new RuleSet([failing, ...rules]));
  expect(findings).toContain('error internal-error ""');
  expect(findings).toContain('error out-of-range "/voice_speed"');
});

test('off is off, and what the user sets is final', () => {
  const fixture = '-- desk.agent.json --\n{ "voice_speed": 9 }\n';
  expect(linted(fixture, new RuleSet(rules), () => 'off')).toEqual([]);
  expect(linted(fixture, new RuleSet(rules), () => 'info')).toEqual(['info out-of-range "/voice_speed"']);
});
