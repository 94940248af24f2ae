// Changes that loosen their own judge, each with its innocent twin: the same alteration of the settings, hiding nothing new.

const json = value => `${JSON.stringify(value, undefined, 2)}\n`;
const fine = [0, 0, 0, 0, 0];
const night = 'agents/night.agent.json';
const asserting = { ci: { assert: ['no breaks'] } };

/**
 * The scenarios, for the workspace of scenarios.mjs.
 * @param helpers its `write`, `remove`, `agent`, `list` and `repository`
 */
export function judgeScenarios({ write, remove, agent, list, workspace, repository }) {
  const settings = (at, more, folder = '') => write(at, { [`${folder}preflight.config.json`]: json(more) });
  const fast = at => write(at, { [night]: agent('agent_night', { voice_speed: 9 }) }),
    calm = at => write(at, { [night]: agent('agent_night', { voice_speed: 1.5 }) }),
    typo = at => write(at, { [night]: agent('agent_night', { voice_spede: 1 }) });
  const off = { 'out-of-range': 'off' };
  const baseline = (...entries) =>
    json({ version: 1, findings: entries.map(([file, at]) => ({ rule: 'out-of-range', file, at })) });
  const old = { 'old/old.agent.json': agent('agent_old', { voice_speed: 7 }) },
    known = ['old/old.agent.json', '/voice_speed'],
    fresh = [night, '/voice_speed'];
  /** @param more files of the base besides those of the workspace */
  const withBase = more => () => repository({ ...workspace, ...more });
  const strict = json({ ...asserting, rules: { 'unknown-field': 'error' } });
  const batch = trigger_timestamp =>
    json({
      from_number: '+14155550100',
      trigger_timestamp,
      tasks: [{ to_number: '+14155550111', override_agent_id: 'agent_desk', override_agent_version: 'prod' }],
    });
  const policy = {
    id: 'our-webhooks',
    kind: 'agent',
    at: '/webhook_url',
    must: { pattern: '^https://hooks\\.example\\.com/' },
    message: 'webhook_url: expected an address on hooks.example.com, got {value}',
    why: 'Our firewall lets nothing else in.',
    severity: 'error',
  };
  const hooked = (at, host) =>
    write(at, { [night]: agent('agent_night', { webhook_url: `https://${host}.example.com/` }) });

  /** What is altered, with what it hides, and with nothing to hide. */
  const pairs = [
    { name: 'a rule off', alter: at => settings(at, { ...asserting, rules: off }), by: /rules\.out-of-range/ },
    {
      name: 'a rule that only warns',
      alter: at => settings(at, { ...asserting, rules: { 'out-of-range': 'warning' } }),
      by: /rules\.out-of-range/,
    },
    {
      name: 'a group off',
      alter: at => settings(at, { ...asserting, rules: { 'group:values': 'off' } }),
      by: /rules\.group:values/,
    },
    {
      name: 'an override',
      alter: at => settings(at, { ...asserting, overrides: [{ files: ['agents/night*'], rules: off }] }),
      by: /overrides\\?\[0\\?\]/,
    },
    { name: 'a selection', alter: at => settings(at, { ...asserting, select: ['group:references'] }), by: /select/ },
    { name: 'ignore', alter: at => settings(at, { ...asserting, ignore: ['night*'] }), by: /ignore/ },
    {
      name: 'a nested configuration',
      alter: at => settings(at, { rules: off }, 'agents/'),
      by: /agents\/preflight\.config\.json:3/,
    },
    {
      name: 'an extended file',
      alter: at => {
        write(at, { 'soft.json': json({ rules: off }) });
        settings(at, { ...asserting, extends: './soft.json' });
      },
      by: /soft\.json:3/,
    },
    {
      name: 'an extended file alone',
      in: withBase({ 'soft.json': '{}\n', 'preflight.config.json': json({ ...asserting, extends: './soft.json' }) }),
      alter: at => write(at, { 'soft.json': json({ rules: off }) }),
      by: /soft\.json:3/,
    },
    {
      name: 'a baseline',
      in: withBase(old),
      alter: at => write(at, { 'preflight.baseline.json': baseline(known, fresh) }),
      by: /preflight\.baseline\.json:/,
    },
    {
      name: 'a longer baseline',
      in: withBase({ ...old, 'preflight.baseline.json': baseline(known) }),
      alter: at => write(at, { 'preflight.baseline.json': baseline(known, fresh) }),
      by: /preflight\.baseline\.json:/,
    },
    {
      name: 'a suppression without a reason',
      alter: at =>
        settings(at, {
          ...asserting,
          suppress: [{ rule: 'out-of-range', file: night, at: '/voice_speed', reason: 'todo' }],
        }),
      by: /suppress\\?\[0\\?\]/,
    },
    {
      name: 'a severity that goes',
      in: withBase({ 'preflight.config.json': strict }),
      alter: at => settings(at, asserting),
      worse: typo,
      by: /rules\.unknown-field/,
    },
    {
      name: 'a strict file that is no longer extended',
      in: withBase({
        'strict.json': json({ rules: { 'unknown-field': 'error' } }),
        'preflight.config.json': json({ ...asserting, extends: './strict.json' }),
      }),
      alter: at => settings(at, asserting),
      worse: typo,
      by: /extends/,
    },
    {
      name: 'a nested configuration that goes',
      in: withBase({ 'agents/preflight.config.json': json({ rules: { 'unknown-field': 'error' } }) }),
      alter: at => remove(at, ['agents/preflight.config.json']),
      worse: typo,
      by: /agents\/preflight\.config\.json/,
    },
    {
      name: 'a configuration that is deleted',
      in: withBase({ 'preflight.config.json': strict }),
      alter: at => remove(at, ['preflight.config.json']),
      worse: typo,
      by: /rules\.unknown-field/,
    },
    {
      name: 'a policy that goes',
      in: withBase({ 'preflight.config.json': json({ ...asserting, policies: [policy] }) }),
      alter: at => settings(at, asserting),
      worse: at => hooked(at, 'other'),
      same: at => hooked(at, 'hooks'),
      by: /policies\.our-webhooks/,
    },
    {
      name: 'a kind that is no longer given',
      in: withBase({
        'odd/x.json': '{ "ours": 1, "note": "", "voice_speed": 1 }\n',
        'preflight.config.json': json({ ...asserting, files: { agent: ['odd/*'] } }),
      }),
      alter: at => settings(at, { ...asserting, files: {} }),
      worse: at => write(at, { 'odd/x.json': '{ "ours": 1, "note": "", "voice_speed": 9 }\n' }),
      by: /files\.agent/,
    },
    {
      name: 'a first configuration',
      in: () =>
        repository(
          Object.fromEntries(Object.entries({ ...workspace, ...old }).filter(([name]) => !name.includes('config'))),
        ),
      alter: at => settings(at, { rules: off }),
      by: /rules\.out-of-range/,
    },
    {
      name: 'a live version that is ignored',
      alter: at => settings(at, { ...asserting, ignore: ['agents/desk*'] }),
      worse: () => undefined,
      same: at => settings(at, { ...asserting, ignore: ['agents/night*'] }),
      by: /no longer checked/,
    },
    {
      name: 'a batch that is ignored',
      in: withBase({ 'spring.batch-call.json': batch(Date.parse('2100-01-01')) }),
      alter: at => settings(at, { ...asserting, ignore: ['spring*'] }),
      worse: () => undefined,
      same: at => settings(at, { ...asserting, ignore: ['summer*'] }),
      by: /no longer checked/,
    },
    {
      name: 'a folder that becomes a workspace of its own',
      in: withBase({ 'main.agent-weights.json': json([{ agent_id: 'agent_night', agent_version: 1, weight: 1 }]) }),
      alter: at => settings(at, {}, 'agents/'),
      worse: at => remove(at, [night]),
      // the plan still knows the agent that is deleted
      plan: 4,
      twin: 0,
      by: /agents\/preflight\.config\.json/,
    },
    {
      name: 'nothing left to check',
      // without a reference there is no evidence for "no breaks"
      plan: 4,
      in: () => repository({ 'preflight.config.json': json({}), [night]: workspace[night] }),
      alter: at => settings(at, { ignore: ['**'] }),
      worse: () => undefined,
      same: at => {
        settings(at, {});
        remove(at, [night]);
      },
      by: /nothing is checked any more/,
    },
  ];
  const judged = pairs.flatMap(({ name, in: at, alter, worse = fast, same = calm, by, plan = 0, twin = plan }) => [
    {
      name: `judge: ${name}`,
      ...(at && { in: at }),
      do: folder => {
        worse(folder);
        alter(folder);
      },
      codes: [1, 1, 1, plan, 1],
      says: plan === 0 ? by : new RegExp(`${by.source}|no evidence|becomes unknowable`),
    },
    {
      name: `judge: ${name}, innocent`,
      ...(at && { in: at }),
      do: folder => {
        alter(folder);
        same(folder);
      },
      codes: [0, 0, 0, twin, 0],
      ...(twin !== 0 && { says: /no evidence/ }),
    },
  ]);
  return [
    ...judged,
    {
      name: 'judge: an assertion that goes',
      in: withBase({ 'preflight.config.json': json({ ci: { assert: ['no live changes'] } }) }),
      do: at => {
        write(at, { 'agents/team.agent-list.json': list(2) });
        settings(at, {});
      },
      codes: [0, 0, 0, 0, 4],
      says: /no live changes/,
    },
    {
      name: 'judge: an assertion that goes, innocent',
      in: withBase({ 'preflight.config.json': json({ ci: { assert: ['no live changes'] } }) }),
      do: at => settings(at, {}),
      codes: fine,
    },
    {
      name: 'judge: tags that are no longer called live',
      in: withBase({ 'preflight.config.json': json({ ci: { assert: ['no live changes'] } }) }),
      do: at => {
        write(at, { 'agents/team.agent-list.json': list(2) });
        settings(at, { liveTags: [], ci: { assert: ['no live changes'] } });
      },
      codes: [0, 0, 0, 0, 4],
      says: /no live changes/,
    },
    {
      name: 'judge: tags that are no longer called live, innocent',
      in: withBase({ 'preflight.config.json': json({ ci: { assert: ['no live changes'] } }) }),
      do: at => settings(at, { liveTags: [], ci: { assert: ['no live changes'] } }),
      codes: fine,
    },
    {
      name: 'judge: stricter settings, and what was there',
      in: withBase({ 'old/odd.agent.json': agent('agent_odd', { voice_spede: 1 }) }),
      do: at => settings(at, { ...asserting, rules: { 'unknown-field': 'error' } }),
      codes: fine,
    },
  ];
}
