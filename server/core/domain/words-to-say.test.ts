import { expect, test } from 'vitest';
import { speechIn } from './spoken-uses.ts';

test.each([
  'Politely end the call',
  'End the call.',
  'End the call immediately. Say nothing else.',
  'Beende das Gespräch sofort. Sage nichts weiter.',
  'Termina la llamada con educación.',
  'End the call. Do not say goodbye.',
  'Call "end_call".',
  '電話を切ってください。',
  '',
])('%s is a text for the model', text => expect(speechIn(text, false)).toBeUndefined());

test.each(['Component completed', 'Componente completado.', 'Fertig', ''])('%s is a note', text =>
  expect(speechIn(text, true)).toBeUndefined(),
);

test.each([
  ['Thank the caller warmly and say goodbye.', 'request'],
  ['Beende das Gespräch höflich auf Hochdeutsch. Auf Wiedersehen.', 'request'],
  ['Say: "Thank you for calling."', 'words'],
  ['WENN gebucht: „Vielen Dank und bis morgen!“', 'words'],
])('%s is for the caller: %s', (text, is) => expect(speechIn(text, false)).toBe(is));

test.each(["You're all set. I appreciate your time.", 'Goodbye!'])('%s is said word for word', text =>
  expect(speechIn(text, true)).toBe('words'),
);
