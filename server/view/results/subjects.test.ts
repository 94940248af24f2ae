import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { simulations } from '../../simulator/subjects/index.ts';
import { simulationPrinters } from './simulations.ts';

const names = (folder: string, passed: (name: string) => boolean): string[] =>
  readdirSync(new URL(`../../../${folder}/`, import.meta.url))
    .filter(passed)
    .map(name => name.replace(/^simulate-/, '').replace(/\.(ts|json)$/, ''))
    .sort();
const modules = (name: string): boolean => /^[a-z-]+\.ts$/.test(name);
const subjects = Object.keys(simulations).sort();
const subjectsIn = (all: readonly string[]): string[] => all.filter(name => subjects.includes(name));

test('each subject of simulations has a computation, a schema and printers', () => {
  expect(subjects.length).toBeGreaterThan(5);
  const outputs = names('schemas/outputs', name => /^simulate-(?!withheld)/.test(name));
  expect(outputs).toEqual(subjects);
  expect(names('server/simulator/subjects', name => modules(name) && name !== 'index.ts')).toEqual(subjects);
  expect(subjectsIn(names('server/view/results', modules))).toEqual(subjects);
  expect(Object.keys(simulationPrinters).sort()).toEqual(subjects);
});

test('every subject prints a table and JSON, and every option is described', () => {
  for (const [subject, { options, about, examples }] of Object.entries(simulations)) {
    const printers = simulationPrinters[subject as keyof typeof simulations];
    expect([subject, Object.keys(printers).slice(0, 2)]).toEqual([subject, ['table', 'json']]);
    expect(about.length, subject).toBeGreaterThan(10);
    expect(examples, subject).toMatch(/^ {2}preflight simulate .*\n/);
    for (const option of Object.values(options)) expect(option.about.length, subject).toBeGreaterThan(5);
  }
});
