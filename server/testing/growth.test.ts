import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { reported } from '../core/engine/report.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { families } from './grown.ts';
import { workspaces } from './grown-workspaces.ts';
import { stepsOf } from './steps.ts';
setFlagsFromString('--no-opt');
setFlagsFromString('--no-sparkplug');
const set = new RuleSet(rules);
function go(files: Record<string, string>) {
  const w = new Workspace(Object.entries(files).map(([f, t]) => new Document(f, t)), { today: '2026-01-15' });
  return () => {
    const all = w.documents.flatMap(d => lint(d, w, set));
    reported(all, f => w.document(f));
    return all;
  };
}
const N = Number(process.env.N ?? 128);
test('x', () => {
  const all = [...workspaces, ...families()].filter(f => !process.env.ONLY || f.name.includes(process.env.ONLY));
  console.log(all.length);
  const bad = new Map<string, string[]>();
  const fired = new Set<string>();
  for (const family of all) {
    const t = Date.now(); appendFileSync('/tmp/linear-w/progress', `  ${family.name}\n`);
    for (const f of go(family.files(8))()) fired.add(f.rule);
    const few = stepsOf(go(family.files(N)), 32),
      many = stepsOf(go(family.files(4 * N)), 32);
    for (const [k, v] of many) if (v > 16 * N && v / Math.max(few.get(k) ?? 1, 1) > 6) bad.set(k, [...bad.get(k) ?? [], `${family.name} ${few.get(k)} ${v}`]);
    const took = Date.now() - t; appendFileSync('/tmp/linear-w/progress', `${family.name} ${took}\n`);
    if (took > 1500) console.log(family.name, took);
  }
  console.log([...bad].map(([k, v]) => `${k}\n   ${v.slice(0,4).join('\n   ')}`).join('\n'));
  console.log(rules.filter(r => !fired.has(r.id)).map(r => r.id).join(' '));
}, 1000000);
