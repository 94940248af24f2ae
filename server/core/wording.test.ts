import { describe, expect, test } from 'vitest';
import { clipped, nearest, show } from './wording.ts';

describe('the most similar name', () => {
  test('differs by a few letters; case and separators hardly count', () => {
    expect(nearest('stagging', ['prod', 'staging'])).toBe('staging');
    expect(nearest('Call_Ended', ['call_started', 'call-ended'])).toBe('call-ended');
    expect(nearest('night', ['prod', 'staging'])).toBeUndefined();
    expect(nearest('gte', ['gt', 'ge'])).toBe('ge');
    expect(nearest('fsh', ['zsh', 'fish'])).toBe('fish');
    expect(nearest('=>', ['>', '>='])).toBe('>=');
    expect(nearest('1d', ['1m', '1h'])).toBeUndefined();
    expect(nearest('node-seller-path', ['node-renter-path', 'node-seller'])).toBe('node-seller');
    expect(nearest('book_visit_cal', ['book_visit_sched'])).toBe('book_visit_sched');
  });
  test('may be abbreviated by the typed name, or begin with it', () => {
    expect(nearest('production', ['prod', 'beta'])).toBe('prod');
    expect(nearest('Mon', ['Sunday', 'Monday'])).toBe('Monday');
    expect(nearest('production-eu', ['prod', 'production'])).toBe('production');
  });
  test('is undefined if several names have the same abbreviation, or if the abbreviation has only two letters', () => {
    expect(nearest('America', ['America/Lima', 'America/Bogota'])).toBeUndefined();
    expect(nearest('st', ['staging'])).toBeUndefined();
  });
  test('is found among a thousand other names by the end without a typo', () => {
    const names = new Set(
      Array.from({ length: 1000 }, (_, i) => `step_${String(i * 7919).padStart(7, '0')}_of_the_flow`),
    );
    const [, , text] = [...names];
    for (const typo of [`x${text}`, `${text}x`, text!.replace('step', 'setp'), text!.replace('flow', 'fow')])
      expect(nearest(typo, names), typo).toBe(text);
  });
  test('is not found by an abbreviation if few edits are allowed', () =>
    expect(nearest('version_note', ['version'], 4)).toBeUndefined());
});

describe('a value in a message', () => {
  test('is shown in full if it is an id, so that people can search for the id', () => {
    for (const id of [
      'agent_3e78c6310a9b4f21c3d57e9f8c3c6149072786e6',
      'conversation_flow_component_0f9e8d7c6b5a',
      'a0c2e4f6-1b3d-4f5a-8c7e-9d0b1a2c3d4e',
    ]) {
      expect(clipped(id)).toBe(id);
      expect(show(id)).toBe(`"${id}"`);
    }
  });
  test('is shown as infinity, not as null, if it is too large', () => {
    expect([Infinity, -Infinity, 0.7, null, true].map(value => show(value))).toEqual([
      'Infinity',
      '-Infinity',
      '0.7',
      'null',
      'true',
    ]);
  });
  test('is cut if it is prose, or too long for an id', () => {
    const address = 'https://hooks.clinic.example.com/agents/front-desk/events?from=voice';
    expect([clipped(address), clipped(`${address}/${'x'.repeat(80)}`).length]).toEqual([address, 30]);
    expect(clipped('Ask the caller for the order number')).toBe('Ask the caller for the order …');
    expect(clipped('x'.repeat(65))).toBe(`${'x'.repeat(15)}…${'x'.repeat(14)}`);
  });
});
