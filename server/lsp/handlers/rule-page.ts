import { docsOf } from '../../core/engine/rule-docs.ts';
import { rulePage as pageOf } from '../../view/rule-page.ts';
import type { RuleLine } from '../protocol.ts';
import { answerRequest } from './handler.ts';

export const rulePage = answerRequest('explain', editor => ({ rule }) => {
  const match = editor().diagnosticsContext.ruleOf(rule);
  return match ? pageOf(match) : null;
});

export const ruleLines = answerRequest('rules', editor => (): readonly RuleLine[] => {
  const { rules, state } = editor().session,
    policies = [...state.roots.values()].flatMap(({ settings }) => settings.configuration.policies);
  const byId = new Map([...policies, ...rules.rules].map(rule => [rule.id, rule]));
  return [...byId.values()].map(rule => ({ id: rule.id, summary: docsOf(rule).summary.replaceAll('`', '') }));
});
