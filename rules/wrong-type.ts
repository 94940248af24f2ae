import { showValueAt, mayAccept } from '../server/core/domain/fields.ts';
import { minuteOfDay } from '../server/core/domain/windows.ts';
import { childEntry, entryOf, type Marks } from '../server/core/shapes/table.ts';
import { defineSchemaRule, set, typeNames, type Cursor, type Json, type JsonType } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'wrong-type',
  group: 'values',
  severity: 'error',
  spec: 'Resources and their fields',
  violates: ['type'],
  replaces: ['invalid-enum-value'],

  check(node, violation) {
    const types = [violation.params['type']].flat() as JsonType[];
    const noun = types.length === 1 && node.marks.enum ? node.marks['x-noun'] : undefined,
      expected = noun ?? types.map(type => typeNames[type]).join(' or ');
    const { value } = node;
    const conversion = value === undefined ? undefined : convertedValue(node, value, types);
    const minute = typeof value === 'string' && node.marks['x-unit'] === 'min' ? minuteOfDay(value) : undefined;
    if (minute !== undefined)
      return {
        message: `${node.label}: expected minutes since midnight, got ${showValueAt(node)}; did you mean ${minute}?`,
        fix: set(node, minute, { title: `Use ${minute}` }),
      };
    return {
      message: `${node.label}: expected ${expected}, got ${typeof value === 'string' ? 'the string ' : ''}${showValueAt(node)}`,
      ...(conversion && {
        fix: { title: conversion.title, safe: conversion.safe, edits: [{ set: node.pointer, to: conversion.to }] },
      }),
    };
  },
});

/** The equivalent value of the right type. It is safe if the string cannot mean anything else. */
function convertedValue(
  { entry, marks }: Cursor,
  value: Json,
  types: readonly string[],
): { readonly to: Json; readonly title: string; readonly safe: boolean } | undefined {
  const item = childEntry(entry, 0),
    itemTypes = entryOf(item).types ?? [],
    hasRequired = (entryOf(entry).required ?? []).length > 0;
  if (typeof value === 'string') {
    const newValue = asType(value, types);
    if (newValue !== undefined)
      return { to: newValue, title: `Use ${JSON.stringify(newValue)} without quotes`, safe: true };
    return types.includes('array') && itemTypes.includes('string') && mayAccept(item, value)
      ? { to: [value], title: 'Wrap it in a list', safe: false }
      : undefined;
  }
  // a number in another notation (1e3, 1.0) would be spelled differently as a string
  if (types.includes('string') && (typeof value === 'boolean' || Number.isSafeInteger(value)))
    return isAccepted(String(value), marks)
      ? { to: String(value), title: 'Put it in quotes', safe: types.length === 1 }
      : undefined;
  if (Array.isArray(value) && value.length === 0 && types.includes('object') && !hasRequired)
    return { to: {}, title: 'Use an empty object', safe: true };
  return undefined;
}

/** Whether the field also accepts the string: a listed value, or a string whose format does not exclude numbers. */
function isAccepted(
  text: string,
  { enum: closedValues, pattern, 'x-known-values': openValues, 'x-format': format }: Marks,
): boolean {
  const values = closedValues ?? openValues;
  return values ? values.includes(text) : pattern === undefined && !noNumber.test(format ?? '');
}
const noNumber = /^(?:url|websocket-url|email|phone-number|timezone|locale)$/;

/** Whether a number has more digits than a JavaScript number can represent. */
const isCut = (text: string): boolean => text.replace(/[-.]/g, '').replace(/^0+/, '').length > 15;

/** The number or boolean in a string; `undefined` if there is none. */
function asType(text: string, types: readonly string[]): number | boolean | undefined {
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const number = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number === undefined || !Number.isFinite(number) || isCut(text)) return undefined;
  return types.includes('number') || (types.includes('integer') && Number.isInteger(number)) ? number : undefined;
}
