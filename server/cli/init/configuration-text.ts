const schema = 'agent-preflight/dist/schemas/preflight-config.schema.json';
const suppression =
  '{ "rule": "unencrypted-url", "file": "agents/desk.agent.json", "at": "/webhook_url", ' +
  '"reason": "only reached inside the clinic", "until": "2030-12-31" }';

/**
 * A configuration that changes nothing and explains everything.
 * @param voices ids of voices whose provider nobody knows here
 * @param dialect the one that files here are written in
 * @param installed whether the package is in node_modules beside it
 */
export function configurationText({
  voices,
  installed,
  dialect,
}: {
  readonly voices: readonly string[];
  readonly installed: boolean;
  readonly dialect?: string | undefined;
}): string {
  const named = voices
    .slice(0, 5)
    .map(id => `    // ${JSON.stringify(id)}: "elevenlabs",\n`)
    .join('');
  return `{
  // Completes and checks this file in editors${installed ? '' : ' once agent-preflight is installed here'}.
  "$schema": "./node_modules/${schema}",

  // Severity of single rules: "off", "info", "warning" or "error". "preflight rules" lists them, "preflight explain RULE" explains one.
  "rules": {
    // "unencrypted-url": "off"
  },

  // The same for some files only; later entries win.
  "overrides": [
    // { "files": ["sandbox/**"], "rules": { "credential-in-plain-text": "info" } }
  ],

  // Which files are of which kind, where neither name nor content says it.
  "files": {
    // "agent": ["exports/*.json"]
  },

  // Files and folders to pass over, beside what git ignores.
  "ignore": [],

  // Providers of voices, if the id does not say: an id, or the start of ids and *.
  "voices": {
${named === '' ? '    // "custom_voice_*": "elevenlabs"\n' : named}  },

  // How the files spell the platform's names, where they do not show it: "retell" (retell-llm) or "specification" (service-llm).
${dialect === undefined ? '  // "dialect": "retell",\n' : `  "dialect": ${JSON.stringify(dialect)},\n`}
  // Kinds of record of which every one is here ("agent", "agent-list", "llm", "conversation-flow", "flow-component", "phone-number"):
  // a reference to one that is in no file is then an error.
  "complete": [],

  // Tags under which agents talk to real callers. What they reach weighs one level more.
  "liveTags": ["prod", "production"],

  // Assumptions that are not to be made where the specification is silent: "preflight assumptions" lists them.
  "assumptions": {
    // "publish-order": false
  },

  // Findings that are known and accepted, each with its reason, if need be until a day.
  "suppress": [
    // ${suppression}
  ]
}
`;
}
