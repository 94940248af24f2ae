import { test } from 'vitest';
import { openSettings, openWorkspace } from '../../host/open.ts';
import { rules } from '../../../rules/index.ts';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { agentTree, flowView, previewAt, simulationReport, planReport } from './index.ts';
test('x', () => {
  const { workspace } = openWorkspace(openSettings(new URL('../../../samples/clinic', import.meta.url).pathname, rules), { today: '2026-01-15' });
  const out: string[] = [];
  const show = (n: any, d = 0): void => { out.push('  '.repeat(d) + `${n.label} | ${n.detail} | ${n.live ? 'LIVE' : ''} ${n.outcome}`); n.children.forEach((c: any) => show(c, d + 1)); };
  agentTree(workspace).forEach(n => show(n));
  const asked = (file: string, find: string) => { const document = workspace.document(file)!; return { workspace, saved: workspace, document, offset: document.text.indexOf(find) + 2 }; };
  const f = flowView(asked('flows/night-line.conversation-flow.json', '"doctor"'))!;
  out.push(JSON.stringify({ ...f, svg: f.svg.length, components: f.components.map(c => c.title + c.nodes.length), nodes: f.nodes.slice(0, 3), edges: f.edges.slice(0, 3) }));
  for (const [file, find] of [['batches/flu-clinic.batch-call.json', 'Bo'], ['agents/front-desk/v4.agent.json', 'voice'], ['analytics/fast-mode.asr-routing.json', 'provider'], ['alerts/bookings-fail.alert-rule.json', 'name'], ['requests/voice-desks.agent-list-filter.json', 'channel']]) out.push(JSON.stringify(simulationReport(asked(file!, find!), { now: 1767000000000 })).slice(0, 2500));
  const p = previewAt(asked('requests/agent_frontdesk01.publish-agent-version.json', 'version'));
  out.push(JSON.stringify(p.hypothetical));
  const p2 = previewAt(asked('alerts/bookings-fail.alert-rule.json', '[2, 3]'));
  out.push(JSON.stringify({ ...p2, matrix: 0, variables: 0 }));
  // big flow
  for (const n of [50, 100]) {
    const nodes = Array.from({ length: n }, (_, i) => ({ id: `n${i}`, type: 'conversation', instruction: { type: 'prompt', text: 'x' }, edges: [1, 7, 13].map(k => ({ id: `e${i}-${k}`, destination_node_id: `n${(i * 3 + k) % n}`, transition_condition: { type: 'prompt', prompt: 'yes' } })) }));
    const d = new Document('a.conversation-flow.json', JSON.stringify({ start_node_id: 'n0', nodes }));
    const w = new Workspace([d]); const t = Date.now();
    const v = flowView({ workspace: w, saved: w, document: d, offset: 5 })!;
    out.push(`${n} nodes ${Date.now() - t} ms, ${v.width}x${v.height}`);
    if (n === 1000) break;
  }
  console.log(out.join('\n'));
}, 200000);
