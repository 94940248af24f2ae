import { type Choice, type PanelAnswer, grouped } from '../../../server/lsp/protocol.ts';
import { h, withKey, type Element } from '../../../server/view/element.ts';
import type { PreviewControls, PromptControls, SimulationControls } from './messages.ts';

const barLegend = (): Element =>
  h(
    'p',
    { class: 'legend quiet', 'aria-hidden': 'true' },
    h('span', { class: 'key drawn' }),
    'drawn',
    h('span', { class: 'key expected' }),
    'expected',
    h('span', { class: 'key interval' }),
    '95 % interval',
  );

/** The numbers of calls that every panel offers. */
const choices = [100, 1000, 10_000, 100_000];

/** The controls for the number of calls and the seed of a draw, with a button for another seed. */
export const drawControls = ({ calls, seed }: PreviewControls): Element =>
  withKey(
    'draw',
    h(
      'div',
      { class: 'controls' },
      h(
        'label',
        {},
        'Calls ',
        h(
          'select',
          { 'data-act': 'calls', name: 'calls', 'aria-label': 'Calls to draw' },
          [...new Set([...choices, calls])]
            .sort((a, b) => a - b)
            .map(choice => h('option', { value: choice, selected: choice === calls }, grouped(choice))),
        ),
      ),
      h(
        'label',
        {},
        'Seed ',
        h('input', {
          type: 'text',
          name: 'seed',
          'data-act': 'seed',
          value: seed,
          maxlength: 40,
          autocomplete: 'off',
          spellcheck: 'false',
          class: 'seed',
        }),
      ),
      h(
        'button',
        { type: 'button', class: 'button', 'data-act': 'again' },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, '⟳'),
        'Draw again',
      ),
      barLegend(),
    ),
  );

const kinds: Readonly<Record<SimulationControls['call'], string>> = {
  silent: 'a silent caller',
  voicemail: 'a voicemail',
  ivr: 'a phone menu',
  'barge-in': 'a caller who interrupts',
  dtmf: 'a caller who presses keys',
};

/** The controls for the behavior of the other side of a call. */
export const callControls = ({ call, outbound, digits }: SimulationControls): Element =>
  withKey(
    'call-controls',
    h(
      'div',
      { class: 'controls' },
      h(
        'label',
        {},
        'The call is with ',
        h(
          'select',
          { 'data-act': 'call', name: 'call' },
          Object.entries(kinds).map(([value, words]) => h('option', { value, selected: value === call }, words)),
        ),
      ),
      call === 'dtmf'
        ? h(
            'label',
            {},
            'Keys ',
            h('input', {
              type: 'text',
              name: 'digits',
              'data-act': 'digits',
              value: digits,
              placeholder: '1234#',
              inputmode: 'tel',
              maxlength: 100,
              autocomplete: 'off',
              class: 'seed',
            }),
          )
        : null,
      h(
        'label',
        { class: 'check' },
        h('input', { type: 'checkbox', name: 'outbound', 'data-act': 'outbound', checked: outbound }),
        ' the agent calls',
      ),
    ),
  );

/** The controls for the caller, the node, and the values of variables. */
export const promptControls = (choices: readonly Choice[], { given: givenText }: PromptControls): Element =>
  withKey(
    'choices',
    h(
      'div',
      { class: 'controls' },
      choices.map(({ name, label, chosenValue, options }) =>
        h(
          'label',
          {},
          `${label} `,
          h(
            'select',
            { 'data-act': name, name },
            options.map(option =>
              h('option', { value: option.value, selected: option.value === chosenValue }, option.label),
            ),
          ),
        ),
      ),
      h(
        'label',
        {},
        'Given ',
        h('input', {
          type: 'text',
          name: 'given',
          'data-act': 'given',
          value: givenText,
          placeholder: 'name=Ada; city=Bonn',
          autocomplete: 'off',
          spellcheck: 'false',
          class: 'given',
        }),
      ),
    ),
  );

/**
 * The control for the series over which a rule is replayed: a series beside the rule, or a file that the user picks.
 * @param ruleUri uri of the file of the rule
 */
export function seriesControls(
  { chosenFile, otherFiles }: NonNullable<PanelAnswer['series']>,
  ruleUri: string,
): Element {
  const files =
    chosenFile && !otherFiles.some(({ uri }) => uri === chosenFile.uri) ? [...otherFiles, chosenFile] : otherFiles;
  return withKey(
    'series',
    h(
      'div',
      { class: 'controls' },
      files.length > 0 &&
        h(
          'label',
          {},
          'Series ',
          h(
            'select',
            { 'data-act': 'series', name: 'series' },
            chosenFile === null ? h('option', { value: '', selected: true, disabled: true }, 'none') : null,
            files.map(({ uri, name }) =>
              h('option', { value: JSON.stringify({ of: ruleUri, uri }), selected: uri === chosenFile?.uri }, name),
            ),
          ),
        ),
      h('button', { type: 'button', class: 'button', 'data-act': 'choose' }, 'Choose a Series…'),
    ),
  );
}

/**
 * The seed of the next draw. A number at the end of the seed is incremented, so that users can share and repeat draws.
 */
export function nextSeed(seed: string): string {
  const [, before = '', digits] = /^(.*?)(\d{1,15})?$/s.exec(seed)!;
  return digits === undefined ? `${seed} 2`.trimStart() : `${before}${Number(digits) + 1}`;
}
