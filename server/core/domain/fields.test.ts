import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { configurationAdvice } from './fields.ts';

const adviceAt = (files: string, pointer: `/${string}`): string | undefined =>
  configurationAdvice(workspaceOf(files).documents[0]!.at(pointer));

test("an unknown value may be new on the platform, but is a mistake in Preflight's own configuration", () => {
  expect(adviceAt('-- a.agent.json --\n{"voice_model": "sonic-99"}\n', '/voice_model')).toBe(
    'if the platform has it: "knownValues": { "voice_model": ["sonic-99"] }',
  );
  const configuration = '-- preflight.config.json --\n{"rules": {"unset-variable": "erorr"}}\n';
  expect(adviceAt(configuration, '/rules/unset-variable')).toBeUndefined();
});
