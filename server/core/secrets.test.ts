import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from './document.ts';
import { lint, RuleSet } from './engine/lint.ts';
import { Workspace } from './workspace/workspace.ts';
import { secretSpans, withoutSpans } from './domain/redacted.ts';
import { clipped } from './wording.ts';
import { issuedKeysIn, maskSecrets, mayContainIssuedKey } from './secrets.ts';

const hiddenIn = (text: string): string[] => {
  const document = new Document('x.agent.json', text);
  return secretSpans(document).map(({ start, end }) => text.slice(start, end));
};

// keys are written in parts, so that no issuer's scanner reports this file
const key = (...parts: string[]): string => parts.join('');
const issuedKeys = [
  key('gh', 'p_abcdefghijklmnopqrstuvwxyz0123456789'),
  key('github', '_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz'),
  key('sk', '_live_51Habcdefghijklmnop'),
  key('sk', '-proj-abcdefGHIJKL0123456789'),
  key('sk', '-abcdefGHIJKL0123456789mnop'),
  key('sk', '-ant-api03-abcdefGHIJKL0123'),
  key('AK', 'IAIOSFODNN7EXAMPLE'),
  key('AI', 'zaSyA-abcdefghijklmnopqrstuvwxyz01234'),
  key('xo', 'xb-123456789012-abcdefghijkl'),
  key('gl', 'pat-abcdefghij0123456789'),
  key('ey', 'JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N'),
  key('key', '_0123456789abcdef0123456789ab'),
  key('SG', '.abcdefghijklmnop.abcdefghijklmnop'),
];

/** For each issuer, the shortest key that is recognized within prose. */
const shortest = [
  key('sk', '-or-abc12345'),
  key('hf', '_abcdefghijk1'),
  key('SG', '.abcdefghijkl'),
  key('ya', '29.abcdefghijkl'),
  key('AS', 'IAABCDEFGHIJKL'),
  key('ey', 'Jabcdefgh.eyJ'),
  '-----BEGIN PRIVATE KEY-----',
];

test.each([...shortest, ...issuedKeys])('the quick check accepts the key %.12s…', secret => {
  for (const before of ['', ' ', 'use the key ', 'x'.repeat(13) + ' ', '{{a_long_variable}} or ']) {
    expect([...issuedKeysIn(`${before}${secret} here`)]).not.toEqual([]);
    expect(mayContainIssuedKey(`${before}${secret} here`), before).toBe(true);
  }
});
test('the quick check rejects prose', () => {
  expect(mayContainIssuedKey('an ordinary sentence, with words of fewer letters than any key')).toBe(false);
});

describe('a credential is hidden', () => {
  test.each(issuedKeys)('in any text: %.12s…', secret => {
    expect(hiddenIn(`{"agent_name": "${secret}", "volume": 1}`)).toEqual([secret]);
    expect(maskSecrets(`see ${secret}, or not`)).toBe('see …, or not');
    expect(hiddenIn(`{"agent_id": ${secret}, "volume": 1 `)).toEqual([secret]);
  });
  test('in strings of a list, in the value of a pair, and in a field named value', () => {
    expect(hiddenIn('{"client_secret": ["first-one", "{{x}}", "second-one"], "x": ["other-one"]}')).toEqual([
      'first-one',
      'second-one',
    ]);
    expect(
      hiddenIn('{"headers": [{"name": "X-Api-Key", "value": "first-one"}, {"name": "Accept", "value": "other-one"}]}'),
    ).toEqual(['first-one']);
    expect(hiddenIn('{"password": {"value": "first-one"}, "x": {"value": "other-one"}}')).toEqual(['first-one']);
  });
  test('after "basic", unless it is a word of prose', () => {
    expect(maskSecrets('Basic qualification, basic skills.')).toBe('Basic qualification, basic skills.');
    expect(maskSecrets('Basic dXNlcjpwYXNz')).toBe('Basic …');
  });
  test('even if only its beginning is left', () => {
    const name = `Send the link ${issuedKeys[2]!} to them`;
    expect(clipped(name)).toBe('Send the link … to them');
    expect(clipped(`${'x'.repeat(900)} ${name}${'y'.repeat(900)}`, 40)).not.toContain('live');
  });
  test('if it consists of hexadecimal digits after a word for a credential', () => {
    const digits = key('0123456789abcdef', '0123456789ABCDEF');
    expect(maskSecrets(`The API Key is ${digits}. Monkey: ${digits}`)).toBe(`The API Key is …. Monkey: ${digits}`);
    expect(maskSecrets(`The id is ${digits}, agent_${digits}, token agent_${digits}`)).not.toContain('…');
    expect(hiddenIn(`{"x": "our secret: ${digits}"}`)).toEqual([digits]);
    expect(maskSecrets(`The key is ${digits}.`)).toBe('The key is ….');
  });
  test('if it is a private key', () => {
    const text = key('-----BEGIN RSA PRI', 'VATE KEY-----\\nMIIEow\\nIBAAK\\n');
    expect(hiddenIn(`{"x": "${text}-----END RSA PRIVATE KEY-----"}`)).toEqual([text]);
  });
  test.each([
    ['{"password": "xK9mP2vL7q", "volume": 1}', ['xK9mP2vL7q']],
    ['{"password": hunter2hunter2 }', ['hunter2hunter2']],
    ['{"password": hunter2hunter2, "volume": 1}', ['hunter2hunter2']],
    ['{password: hunter2hunter2}', ['hunter2hunter2']],
    ["{'client_secret': 'hunter2hunter2'}", ['hunter2hunter2']],
    ['{"x-api-key": "pa\\"ss,w0rd1"}', ['pa\\"ss,w0rd1']],
    ['{"x": "{\\"access_token\\": \\"a81bc9d0e1\\"}"}', ['a81bc9d0e1']],
    ['{"password": 1234567}', ['1234567']],
    ['{"private_key": "abcdef123", "Authorization": "Basic dXNlcjpwYXNz"}', ['abcdef123', 'Basic dXNlcjpwYXNz']],
    [
      '{"u": "https://me:pa55word@x.example/?a=1&sig=a1b2c3d4%3D&code=Zk9dQ2xx&key=abcdefgh1"}',
      ['pa55word', 'a1b2c3d4%3D', 'Zk9dQ2xx', 'abcdefgh1'],
    ],
  ])('in %s', (text, secrets) => expect(hiddenIn(text)).toEqual(secrets));
});

test.each([
  '{"voice_id": "11labs-Adrian", "agent_id": "agent_5f3b2c1d0e9f8a7b", "llm_id": "llm_234sdertfsdsfsdf"}',
  '{"max_tokens": 4096, "token_limit": 100000, "max_token": 100000, "token": true, "secret": null, "password": 1234}',
  '{"token": "{{crm_token}}", "Authorization": "Bearer {{token}}", "api_key": "YOUR_API_KEY", "secret": "<secret>"}',
  '{"pagination_key": "abcdefghijkl", "page_token": "CAUQAA-1234567", "idempotency_token": "abcdefgh"}',
  '{"general_prompt": "Ask for the password: if it is wrong, end the call. The token: never say it."}',
  '{"categories": ["password", "pin"], "required": ["password"], "properties": {"password": {"type": "string"}}}',
  '{"name": "sk_description_of_things", "tool": "key_facts", "x": "pat_the_dog", "y": "sk-learn-and-other-things"}',
  '{"url": "https://x.example/?page=2&code=US&key=name&sort=desc"}',
  '{"response_variables": {"access_token": "$.data.token"}}',
])('nothing is hidden in %s', text => expect(hiddenIn(text)).toEqual([]));

describe('no finding shows a credential', () => {
  const wordsOf = (text: string): string =>
    JSON.stringify(
      lint(new Document('x.agent.json', text), new Workspace([], {}), RuleSet.of(rules)).map(
        ({ message, help, related, fix, otherFixes }) => [message, help, related, fix?.title, otherFixes],
      ),
    );
  const secret = 'xK9mP2vL7qhunter2';
  test.each([
    `{"agent_id": "agent_1", "password": ${secret} }`,
    `{"agent_id": "agent_1", "password": "${secret}", "password": "${secret}"}`,
    `{"agent_id": "agent_1", "api_key": "${secret} }`,
    `{"agent_id": "agent_1", "webhook_url": "hooks.example/?code=${secret}"}`,
    `{"agent_id": "agent_1", "webhook_url": " https://a:${secret}@hooks.example/?sig=${secret}"}`,
    `{"agent_id": "agent_1", "language": "${issuedKeys[0]}", "voice_model": "${issuedKeys[0]}"}`,
    `{"agent_id": "agent_1", "github_token": ["${issuedKeys[0]}", ${issuedKeys[0]}]}`,
    `{"agent_id": "agent_1", "api_key": '${secret}', "volume": "${issuedKeys[0]}"}`,
    `{"agent_id": "agent_1", "token": ${secret}\n"volume": 1}`,
  ])('of the file %s', text => {
    const findings = wordsOf(text);
    expect(findings).not.toContain('[]]');
    for (const part of [secret, issuedKeys[0]!]) expect(findings).not.toContain(part.slice(0, 8));
    expect(withoutSpans(new Document('x.agent.json', text))).not.toContain(secret.slice(0, 8));
  });
});

test('no text makes the search for credentials slow', () => {
  const length = 200_000;
  for (const part of [
    'eyJ',
    '-eyJaaaaaaaa',
    '://a:',
    'token',
    'sk-',
    'password":"',
    '"secret":',
    'a'.repeat(9),
    '{a',
    'gh_',
    '"token": [',
    '"token": ["a", ',
    '"token": {"value" ',
    '"name": "token" ',
    '"name": "',
  ])
    maskSecrets(part.repeat(length / part.length));
});
