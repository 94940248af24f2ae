const schema = 'agent-preflight/dist/schemas/preflight-config.schema.json';
const suppression =
  '{ "rule": "unencrypted-url", "file": "agents/desk.agent.json", "at": "/webhook_url", ' +
  '"reason": "only reached inside the clinic", "until": "2030-12-31" }';

/**
 * The text of a configuration without effect, with comments that explain all settings.
 * @param voices ids of voices whose provider is unknown
 * @param dialect the dialect of the files
 * @param complete the kinds whose records are all in the workspace
 * @param proposedKinds kinds that may be complete
 * @param provenKinds kinds whose completeness the lists prove
 * @param installed whether the package is in the node_modules of the folder
 */
export function configurationText({
  voices,
  installed,
  dialect,
  complete,
  proposedKinds,
  provenKinds,
}: {
  readonly voices: readonly string[];
  readonly installed: boolean;
  readonly dialect?: string | undefined;
  readonly complete: readonly string[];
  readonly proposedKinds: readonly string[];
  readonly provenKinds: readonly string[];
}): string {
  const quoteKinds = (kinds: readonly string[]): string => kinds.map(kind => JSON.stringify(kind)).join(', ');
  const kindsText =
    complete.length > 0 || proposedKinds.length === 0
      ? quoteKinds(complete)
      : `\n    // ${quoteKinds(proposedKinds)}\n  `;
  const voicesText = voices
    .slice(0, 5)
    .map(id => `    // ${JSON.stringify(id)}: "elevenlabs",\n`)
    .join('');
  return `{
  // Completes and checks this file in editors${installed ? '' : ' once agent-preflight is installed here'}.
  "$schema": "./node_modules/${schema}",

  // Severities by rule: "off", "info", "warning" or "error". "preflight rules" lists all rules, "preflight explain
  // RULE" explains one.
  "rules": {
    // "unencrypted-url": "off"
  },

  // The same for some files; later entries win.
  "overrides": [
    // { "files": ["sandbox/**"], "rules": { "credential-in-plain-text": "info" } }
  ],

  // Kinds of files, if neither name nor content shows them.
  "files": {
    // "agent": ["exports/*.json"]
  },

  // Files and folders to skip, in addition to those that git ignores.
  "ignore": [],

  // Providers of voices, if the id does not show them: an id, or a prefix and *.
  "voices": {
${voicesText === '' ? '    // "custom_voice_*": "elevenlabs"\n' : voicesText}  },

  // How the files spell the platform's names, if they do not show it: "retell" (retell-llm) or "specification"
  // (service-llm).
${dialect === undefined ? '  // "dialect": "retell",\n' : `  "dialect": ${JSON.stringify(dialect)},\n`}
  // Kinds of records that are all in this workspace, so that a reference to an unknown one is an error:
  // agent, agent-list, llm, conversation-flow (both with their versions), flow-component, phone-number.
${provenKinds.length === 0 ? '' : `  // Not needed for ${provenKinds.join(', ')}: a list proves that.\n`}  "complete": [${kindsText}],

  // Tags that serve real callers. Findings in the versions that they reach are marked as live and listed first.
  "liveTags": ["prod", "production"],

  // Assumptions to switch off; they are made where the specification is silent. "preflight assumptions" lists them.
  "assumptions": {
    // "publish-order": false
  },

  // Known and accepted findings, each with a reason and, if needed, an end date.
  "suppress": [
    // ${suppression}
  ]
}
`;
}
