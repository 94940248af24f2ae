import { Document } from '../core/document.ts';
import type { Random } from './fuzz/random.ts';
import { respelled } from './respelled.ts';
import { samples, textsIn } from './samples.ts';
import { changedCopy } from './three-way.ts';

/* Random pairs of states of an account: before and after the changes that a team makes between two deployments. */

type Files = Record<string, any>;
const configuration = 'preflight.config.json';

/** The sample clinic with an id in every record, and with unpublished engines, because only those may be changed. */
function clinic(): Files {
  const files: Files = {};
  for (const [file, text] of Object.entries(textsIn(samples('clinic'))))
    if (file !== configuration && file.endsWith('.json')) files[file] = JSON.parse(text);
  for (const [file, value] of Object.entries(files)) {
    const name = /([^/]+)\.[^.]+\.json$/.exec(file)![1]!.replaceAll('-', '_');
    if (/^(engines|flows)\//.test(file)) delete value.is_published;
    if (file.endsWith('.alert-rule.json')) files[file] = { alert_rule_id: `alert_${name}`, ...value };
    if (file.endsWith('.flow-component.json')) value.conversation_flow_component_id ??= `component_${name}`;
    if (file.endsWith('.test-case.json')) files[file] = { test_case_definition_id: `test_${name}`, ...value };
  }
  return files;
}

const list = 'agents/agents.agent-list.json';
const ofKind = (files: Files, ending: string): string[] => Object.keys(files).filter(file => file.endsWith(ending));
const draftsIn = (files: Files): string[] =>
  ofKind(files, '.agent.json').filter(file => !files[file].is_published && files[file].agent_id);
const pickIn = (files: Files, random: Random, ending: string): any => files[random.pick(ofKind(files, ending))] ?? {};
const word = (random: Random): string => `word ${random.upTo(1000)}`;
const itemOf = (files: Files, id: string): any => files[list].items.find((item: any) => item.agent_id === id);
const versionsOf = (files: Files, id: string): string[] =>
  ofKind(files, '.agent.json').filter(file => files[file].agent_id === id);

/** The engines that no published agent runs: the others are published with it. */
const editableEngines = (files: Files, ending: string): string[] => {
  const published = ofKind(files, '.agent.json')
    .filter(file => files[file].is_published)
    .map(file => files[file].response_engine ?? {});
  return ofKind(files, ending).filter(
    file =>
      !published.some(
        engine =>
          [engine.llm_id, engine.conversation_flow_id].includes(
            files[file].llm_id ?? files[file].conversation_flow_id,
          ) && engine.version === files[file].version,
      ),
  );
};

/** Changes parsed files in place; the returned value is not used. */
type Change = (files: Files, random: Random) => unknown;
const possibleChanges: readonly Change[] = [
  function settings(files, random) {
    const [file] = draftsIn(files);
    if (!file) return false;
    const record = files[random.pick(draftsIn(files))],
      key = random.pick(['voice_speed', 'volume', 'responsiveness', 'interruption_sensitivity']);
    if (random.chance(0.3)) delete record[key];
    else record[key] = 0.5 + random.upTo(6) / 10;
    if (random.chance(0.5)) record.version_title = word(random);
    if (random.chance(0.3))
      delete record[random.pick(['ambient_sound', 'boosted_keywords', 'version_description', 'timezone'])];
    return true;
  },
  function prompt(files, random) {
    const engines = editableEngines(files, '.llm.json');
    if (engines.length === 0) return false;
    const llm = files[random.pick(engines)];
    llm.general_prompt += ` ${word(random)}`;
    if (random.chance(0.3)) delete llm.begin_message;
    if (random.chance(0.3)) llm.model_temperature = random.upTo(10) / 10;
    return true;
  },
  function flow(files, random) {
    const engines = editableEngines(files, '.conversation-flow.json');
    if (engines.length === 0) return false;
    const flowFile = files[random.pick(engines)];
    flowFile.global_prompt = word(random);
    const node = random.pick(flowFile.nodes as any[]);
    if (node.instruction) node.instruction.text += ` ${word(random)}`;
    return true;
  },
  function component(files, random) {
    pickIn(files, random, '.flow-component.json').name = `Component ${random.upTo(1000)}`;
  },
  function number(files, random) {
    const numberFile = pickIn(files, random, '.phone-number.json'),
      [first, second] = numberFile.inbound_agents ?? [];
    if (second)
      [first.weight, second.weight] = random.pick([[0.5, 0.5], [0.2, 0.8], [0.75, 0.25]]); // prettier-ignore
    else numberFile.inbound_agents = null;
    if (random.chance(0.3)) delete numberFile.nickname;
    else numberFile.nickname = word(random);
  },
  function newNumber(files, random) {
    const phone_number = `+1415555${1000 + random.upTo(9000)}`;
    files[`numbers/${phone_number}.phone-number.json`] = {
      phone_number,
      phone_number_type: 'custom',
      inbound_agents: [
        { agent_id: random.pick(files[list].items as any[]).agent_id, agent_version: 'latest', weight: 1 },
      ],
    };
  },
  function threshold(files, random) {
    pickIn(files, random, '.alert-rule.json').threshold_value = 1 + random.upTo(50);
  },
  function testCase(files, random) {
    pickIn(files, random, '.test-case.json').user_prompt = word(random);
  },
  function tag(files, random) {
    const item = itemOf(files, 'agent_frontdesk01'),
      versions = versionsOf(files, item.agent_id).map(file => files[file].version);
    if (versions.length === 0) return false;
    const name = random.pick(['prod', 'canary', 'trial', 'summer']);
    item.tags[name] = {
      version: random.pick(versions),
      dynamic_variables: { clinic_name: word(random), opening_hours: 'always', reception_number: '+14155550110' },
    };
    return true;
  },
  function tagGone(files) {
    delete itemOf(files, 'agent_frontdesk01').tags.trial;
  },
  function draft(files, random) {
    const versions = versionsOf(files, 'agent_frontdesk01').sort((a, b) => files[a].version - files[b].version);
    if (versions.length === 0) return false;
    const base = files[random.pick(versions)],
      version = files[versions.at(-1)!].version + 1;
    const { version_title: _, version_description: __, ...copy } = structuredClone(base);
    files[`agents/front-desk/v${version}.agent.json`] = {
      ...copy,
      version,
      base_version: base.version,
      assigned_tags: [],
      is_published: false,
      volume: 1 + random.upTo(9) / 10,
    };
    files['agents/front-desk/agent_frontdesk01.agent-versions.json']?.push?.({
      version,
      is_published: false,
      base_version: base.version,
      last_modification_timestamp: 1768000000000,
    });
    return true;
  },
  function publish(files, random) {
    const drafts = draftsIn(files);
    if (drafts.length === 0) return false;
    const draft = files[random.pick(drafts)];
    draft.is_published = true;
    const summaries = Object.entries(files).find(([file]) =>
      file.endsWith(`/${draft.agent_id}.agent-versions.json`),
    )?.[1];
    for (const summary of summaries?.versions ?? summaries?.items ?? summaries ?? [])
      if (summary.version === draft.version) summary.is_published = true;
    return true;
  },
  function team(files, random) {
    const n = random.upTo(10_000),
      ids = [`agent_new${n}`, `llm_new${n}`, `conversation_flow_component_new${n}`];
    files[`engines/new-${n}.llm.json`] = {
      ...(random.chance(0.8) && { llm_id: ids[1], version: 0 }),
      model: 'gpt-4.1',
      general_prompt: `Be kind, {{clinic_name}}. ${word(random)}`,
      general_tools: [
        {
          type: 'agent_swap',
          name: 'hand_over',
          description: 'Hands over.',
          agent_id: 'agent_nightline01',
          agent_version: 0,
          post_call_analysis_setting: 'both_agents',
        },
      ],
    };
    if (files[`engines/new-${n}.llm.json`].llm_id === undefined) return;
    files[`agents/new-${n}.agent.json`] = {
      agent_id: ids[0],
      version: 0,
      is_published: random.chance(0.5),
      last_modification_timestamp: 1768000000000,
      agent_name: `New ${n}`,
      channel: 'voice',
      voice_id: '11labs-Adrian',
      language: 'en-US',
      response_engine: { type: 'service-llm', llm_id: ids[1], version: 0 },
    };
    files[list].items.push({
      agent_id: ids[0],
      agent_name: `New ${n}`,
      channel: 'voice',
      user_modified_timestamp: 1768000000000,
      tags: random.chance(0.5) ? { prod: { version: 0 } } : {},
    });
    const [number] = pickIn(files, random, '.phone-number.json').inbound_agents ?? [];
    if (number && random.chance(0.5)) Object.assign(number, { agent_id: ids[0], agent_version: 0 });
    return;
  },
  function removeRecord(files, random) {
    const endings = ['.alert-rule.json', '.test-case.json', '.flow-component.json'],
      candidates = endings
        .flatMap(ending => ofKind(files, ending))
        .filter(file => !/verify-caller|take-message/.test(file));
    if (candidates.length > 4) delete files[random.pick(candidates)];
  },
];

const keptKeys = new Set([
  'agent_id',
  'llm_id',
  'version',
  'conversation_flow_id',
  'phone_number',
  'type',
  'alert_rule_id',
  'test_case_definition_id',
  'conversation_flow_component_id',
]);
/** A random change to any record, even one that requests cannot make. */
const anyChange: Change = (files, random) => {
  const file = random.pick(
    Object.keys(files).filter(key => /^(agents\/.*\/v|engines|flows|numbers|components|alerts)/.test(key)),
  );
  files[file] = changedCopy(files[file], random, 1 + random.upTo(2), keptKeys);
};
const removal: Change = (files, random) => {
  delete files[random.pick(Object.keys(files).filter(key => key !== list))];
};

interface Deployment {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** Whether requests can make all changes of the deployment. */
  readonly isPossible: boolean;
}
export function deployment(random: Random): Deployment {
  const isPossible = random.chance(0.6),
    isRetell = random.chance(0.5),
    choices = isPossible ? possibleChanges : [...possibleChanges, anyChange, anyChange, removal];
  const changedFiles = (files: Files, times: number): Files => {
    const copy = structuredClone(files);
    for (let i = 0; i < times; i++) random.pick(choices)(copy, random);
    return copy;
  };
  const before = changedFiles(clinic(), random.upTo(4)),
    after = changedFiles(before, 1 + random.upTo(6));
  const settings = textsIn(samples('clinic'))[configuration]!;
  const texts = (files: Files): Record<string, string> => ({
    [configuration]: settings,
    ...Object.fromEntries(
      Object.entries(files).map(([file, value]) => {
        const text = `${JSON.stringify(value, undefined, 2)}\n`;
        return [file, isRetell ? respelled(new Document(file, text)) : text];
      }),
    ),
  });
  return { before: texts(before), after: texts(after), isPossible };
}
