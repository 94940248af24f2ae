import { isSamePlace, type Cursor } from '../../core/cursor.ts';
import { effectInText, judgeUnset, type UnsetJudgement } from '../../core/domain/inbound-variables.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import { systemVariableExample, systemVariableMeaning } from '../../core/domain/templates.ts';
import { engineIn, type FilledPart } from '../../core/domain/variable-sources.ts';
import { placeName, referencesOf, resolutionOf } from '../../core/index/agent-references.ts';
import { parseJson } from '../../core/json/json.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { count } from '../../core/numbers.ts';
import { requestsOf } from '../../core/reach/requests.ts';
import { maskSecrets, redactNamed } from '../../core/secrets.ts';
import { show } from '../../core/wording.ts';
import { placeOf, strings } from '../../core/workspace/records.ts';
import { agentName, referenceName } from '../../core/workspace/names.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { keyOf } from '../../core/workspace/tables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { promptOf, type Prompt, type PromptPart } from '../../simulator/prompt.ts';
import { withheld } from '../../simulator/simulation.ts';
import { tokenizer, tokensOf } from '../../simulator/tokenizer.ts';
import { blocksOf, slot, title, words, type Block, type Piece } from '../../view/blocks.ts';
import type { PanelAnswer } from '../../view/panel-answer.ts';
import { requestTitle, promptBlocks, promptOutput, unusedInWords } from '../../view/results/prompt.ts';
import type { PositionContext } from '../context.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { offsetContext } from '../offset-context.ts';
import { agentsToShow } from '../shown-agent.ts';
import { subjectAt } from './subject.ts';
import { unreferenced } from './variables.ts';

/** The choices in a panel; an empty string follows the cursor. */
export interface PromptOptions {
  /** The value of one of the `callers`. */
  readonly as?: string | undefined;
  /** The id of a node, or the name of a state. */
  readonly turn?: string | undefined;
  /** The values of variables, for example `name=Ada; city=Bonn`. */
  readonly given?: string | undefined;
}

/** A caller whose conversation can be shown; the caller determines the values of variables. */
interface Caller {
  readonly value: string;
  readonly label: string;
  /** The place that distinguishes the caller from others with the same label. */
  readonly placeText?: string;
  /** The id of the agent to which the reference refers. */
  readonly agentId?: string;
  readonly reference?: string | number | null;
  readonly values?: Readonly<Record<string, string>>;
  /** The values of variables that the platform sets. */
  readonly system?: Readonly<Record<string, string>>;
}
/** The version, or the test case, whose conversation is shown at a cursor. */
interface CursorVersion {
  readonly name: string;
  readonly record: Cursor;
  readonly resolution: Resolution;
  /** The reference at the place of the cursor, as a caller. */
  readonly cursorCaller: Omit<Caller, 'value' | 'label'>;
}

/**
 * The request that the model gets and the words that callers hear, at the node or state at an offset. Never throws, on
 * any text.
 */
export function promptAt(
  context: PositionContext,
  { as = '', turn = '', given = '' }: PromptOptions = {},
): PanelAnswer {
  const { workspace, document, offset } = context,
    cursorVersion = askedAt(context);
  const refusal = (name: string, reason: string): PanelAnswer => ({
    words: `${name}: ${reason}`,
    blocks: blocksOf(title(maskSecrets(name)), words(reason, 'box')),
  });
  if ('reason' in cursorVersion) return refusal(document.file, cursorVersion.reason);
  const ownEngine = engineIn(cursorVersion.record, workspace),
    callers = ownEngine ? callersOf(cursorVersion, ownEngine, workspace) : [],
    caller = callers.find(caller => caller.value === as) ?? callers[0],
    { name, record, resolution, note } = selectedBy(caller, cursorVersion, context),
    engine = engineIn(record, workspace),
    cursor = offsetContext(document, offset)?.cursor.within('node', 'llm-state'),
    turns = engine
      ? requestsOf(engine, workspace).turns.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
      : [],
    chosenId = [turn, cursor?.get('id').string(), cursor?.get('name').string()].find(id =>
      turns.some(turn => turn.id === id),
    );
  const givenValues = parse(given),
    judgedResolution =
      caller?.reference === undefined
        ? resolution
        : workspace.resolve(caller.agentId ?? resolution.agentId, caller.reference),
    isOneCall = caller?.values !== undefined;
  const answer = promptOf(
    record,
    resolution,
    workspace,
    {
      [engine?.is('llm') ? 'state' : 'node']: chosenId,
      ...(caller?.reference !== undefined && { tag: caller.reference }),
      values: { ...caller?.values, ...givenValues },
    },
    withheld([tokenizer.assumption], workspace) === undefined ? tokensOf : null,
  );
  if ('missing' in answer) return refusal(name, answer.missing);
  const version = resolution.version ?? record.get('version').integer() ?? null,
    judge = (variables: number): UnsetJudgement =>
      judgeUnset(judgedResolution, workspace, isOneCall, effectInText(variables), variables === 1 ? 'it' : 'them'),
    result = promptOutput(answer, resolution, version, file => file),
    heading = maskSecrets(requestTitle(name, typeof resolution.reference === 'number' ? null : version, answer, false));
  const currentIndex = currentIn(answer, context, turn === '' || turn !== chosenId);
  const partShown = (part: PromptPart, i: number) => ({
    ...placeWithName(part.at),
    isOpen: isOpen(part, answer, context),
    isCurrent: i === currentIndex,
    pieces: part.pieces.map(piece => pieceOf(piece, judge(1), caller?.system)),
  });
  return {
    words: [
      heading,
      ...(result.tokens === null ? [] : [`${count(result.tokens, 'token')} counted`]),
      ...(answer.unset.length > 0 ? [`${answer.unset.length} unset`] : []),
    ].join(', '),
    blocks: withChoices(
      promptBlocks(result, heading, {
        unsetJudgement: judge(result.unset.length),
        part: i => partShown(answer.parts[i]!, i),
      }),
      [
        ...(note === undefined ? [] : [note]),
        ...(cursor && chosenId === undefined && record !== cursorVersion.record ? [absence(cursor)] : []),
        ...unusedInWords(answer, name => Object.hasOwn(givenValues, name)),
      ],
    ),
    choices: [
      {
        name: 'as',
        label: 'As',
        chosenValue: caller?.value ?? '',
        options: callers.map(({ value, label }) => ({ value, label })),
      },
      {
        name: 'turn',
        label: engine?.is('llm') ? 'State' : 'Node',
        chosenValue: turn,
        options: [
          { value: '', label: 'at the cursor' },
          ...turns.map(({ id, name }) => ({ value: id, label: name || id })),
        ],
      },
    ].filter(({ options }) => options.length > 1),
  };
}

/** The note that the shown version lacks the state or node at the cursor. */
const absence = (turn: Cursor): string =>
  `${turn.is('llm-state') ? 'state' : 'node'} ${show(turn.get('name').string() ?? turn.label)} is not in it`;

/** A place with its name, for example `engines/desk.llm.json:14`. */
function placeWithName(at: Cursor): { readonly place: FilePlace; readonly placeText: string } {
  const place = placeOfValue(at);
  return { place, placeText: `${place.file}:${at.document.lines.positionAt(place.span.start).line + 1}` };
}

/** The blocks with the controls below the heading. */
const withChoices = ([heading, ...blocks]: readonly Block[], notes: readonly string[]): readonly Block[] =>
  blocksOf(
    heading,
    slot('choices'),
    notes.map(note => words(note, 'note')),
    blocks,
  );

/**
 * The index of the part to which a panel scrolls: the part at the cursor, unless the user chose a node or state;
 * otherwise the first part of the turn.
 */
function currentIn({ parts, turn }: Prompt, { document, offset }: PositionContext, isFollowing: boolean): number {
  const index = isFollowing ? parts.findLastIndex(part => isAt(part.at, document, offset)) : -1;
  return index < 0 ? parts.findIndex(part => isIn(part.at, turn.at)) : index;
}

/**
 * Whether a part is unfolded: the part at the cursor, the begin message, and the parts of the shown node or state
 * except edges and tools.
 */
function isOpen({ at, kind }: PromptPart, { turn }: Prompt, { document, offset }: PositionContext): boolean {
  return (
    isAt(at, document, offset) || kind === 'begin-message' || (kind !== 'edge' && kind !== 'tool' && isIn(at, turn.at))
  );
}

function isAt(at: Cursor, document: PositionContext['document'], offset: number): boolean {
  const cursor = offsetContext(document, offset)?.cursor;
  return cursor !== undefined && cursor.document === at.document && isIn(cursor, at);
}

const isIn = ({ pointer }: Cursor, outerCursor: Cursor): boolean => `${pointer}/`.startsWith(`${outerCursor.pointer}/`);

function askedAt(context: PositionContext): CursorVersion | { readonly reason: string } {
  const { document, workspace, offset } = context,
    cursor = offsetContext(document, offset)?.cursor,
    test = cursor?.within('test-case-definition'),
    engine = test ? workspace.engineOf(test) : cursor?.within('llm', 'conversation-flow');
  if (test) {
    const values = { values: strings(test.get('dynamic_variables')) ?? {} };
    const name = `test case ${test.get('name').string() ?? ''}`;
    return engine
      ? { name, record: engine, resolution: unreferenced, cursorCaller: values }
      : { reason: 'the engine that the test case runs is not in this workspace' };
  }
  const subject = subjectAt(context);
  // a list of weights has no version, so its first arm is used
  const placedReference =
      subject.subject === 'weights'
        ? referencesOf(workspace).find(reference => reference.at.document === document && reference.kind !== 'tag')
        : subject.reference?.listedReference,
    { agentId, reference } = placedReference ?? subject.reference ?? { agentId: subject.agentId, reference: null };
  if (agentId === undefined) {
    const record = subject.record ?? engine;
    if (record) return { name: maskSecrets(subject.title), record, resolution: unreferenced, cursorCaller: {} };
    return { reason: subject.explanation ?? 'no agent is at the cursor' };
  }
  const resolution = placedReference ? resolutionOf(placedReference, workspace) : workspace.resolve(agentId, reference),
    record = recordOf(resolution, workspace);
  if (!record)
    return { reason: resolution.because ?? `the record of version ${resolution.version} is not in this workspace` };
  const call = subject.reference?.call,
    arm = placedReference?.kind === 'phone-number' ? systemOf(placedReference.at) : undefined;
  return {
    name: maskSecrets(subject.title),
    record,
    resolution,
    cursorCaller: { ...(call && { values: strings(call) ?? {} }), ...(arm && { system: arm }) },
  };
}

/** The maximum number of other agents in the list, because ten thousand agents may run one engine. */
const MAX_OTHER_PROMPTS = 20;

/**
 * The callers that can have this conversation: by the reference at the cursor, tags, directions of numbers, and test
 * cases.
 */
function callersOf(
  { resolution, cursorCaller, name }: CursorVersion,
  engine: Cursor,
  workspace: Workspace,
): readonly Caller[] {
  const { agentId } = resolution,
    numbers = referencesOf(workspace).filter(({ kind }) => kind === 'phone-number');
  const callersTo = (id: string): Caller[] => [
    ...[...(workspace.agent(id)?.tags ?? [])].map(([tag, { place }]) => ({
      value: id === agentId ? `tag ${tag}` : keyOf(place),
      label: `tag ${tag}${id === agentId ? '' : ` of ${maskSecrets(agentName(id, workspace))}`}`,
      agentId: id,
      reference: tag,
    })),
    ...numbers
      .filter(caller => caller.agentId === id)
      .map(caller => ({
        value: keyOf(placeOf(caller.at)),
        label: placeName(caller, workspace),
        placeText: maskSecrets(referenceName(id, caller.reference, workspace)),
        agentId: id,
        reference: caller.reference,
        system: systemOf(caller.at),
      })),
  ];
  const isHere = ({ agentId: id = '', reference = null }: Caller): boolean => {
    const record = recordOf(workspace.resolve(id, reference), workspace),
      ownEngine = record && engineIn(record, workspace);
    return ownEngine !== undefined && isSamePlace(ownEngine, engine);
  };
  const otherIds = agentsToShow(engine, workspace).flatMap(agent => agent.get('agent_id').string() || []);
  const callers: readonly Caller[] = [
    { value: '', label: name, ...cursorCaller },
    ...(agentId === '' ? [] : callersTo(agentId)),
    ...[...new Set(otherIds)]
      .filter(id => id !== agentId)
      .slice(0, MAX_OTHER_PROMPTS)
      .flatMap(callersTo)
      .filter(isHere),
    ...workspace.roots('test-case').flatMap((test): Caller[] => {
      const testEngine = workspace.engineOf(test);
      if (!testEngine || !isSamePlace(testEngine, engine)) return [];
      const values = strings(test.get('dynamic_variables')) ?? {};
      return [
        {
          value: keyOf(placeOf(test)),
          label: `test case ${test.get('name').string() ?? test.document.file}`,
          placeText: placeWithName(test).placeText,
          values,
        },
      ];
    }),
  ];
  const byLabel = groupsOf(callers, ({ label }) => label);
  return callers.map(({ placeText = '', ...caller }) =>
    byLabel.get(caller.label)!.length > 1 && placeText !== ''
      ? { ...caller, label: `${caller.label}, ${placeText}` }
      : caller,
  );
}

/** The values of platform variables for a call through an arm of a number. */
function systemOf(arm: Cursor): Readonly<Record<string, string>> {
  const isOutbound = arm.within('agent-weights')?.key.startsWith('outbound') === true;
  return {
    direction: isOutbound ? 'outbound' : 'inbound',
    agent_number: arm.within('phone-number')?.get('phone_number').string() ?? systemVariableExample('agent_number')!,
  };
}

/**
 * The version that a caller gets, because a tag or number may select another version than the one at the cursor. If it
 * does, the note says whose text and whose values are shown.
 */
function selectedBy(
  caller: Caller | undefined,
  { name, record, resolution }: CursorVersion,
  { workspace, document }: PositionContext,
): Pick<CursorVersion, 'name' | 'record' | 'resolution'> & { readonly note?: string } {
  const requestedVersion = { name, record, resolution };
  if (caller?.reference === undefined) return requestedVersion;
  const { agentId = resolution.agentId, reference } = caller,
    isOther = agentId !== resolution.agentId,
    selection = workspace.resolve(agentId, reference),
    number = resolution.version ?? record.get('version').integer();
  if (selection.outcome === 'missing' || (!isOther && selection.version !== null && selection.version === number))
    return requestedVersion;
  const target = recordOf(selection, workspace),
    engine = target && engineIn(target, workspace),
    version = selection.version === null ? 'a version that is not known' : `version ${selection.version}`,
    inCursor = number === undefined ? 'the version at the cursor' : `version ${number}`;
  if (!target || !engine) {
    const gap = selection.version === null ? '' : `, whose ${target ? 'engine' : 'record'} is not in this workspace`;
    return {
      ...requestedVersion,
      note:
        `${caller.label} selects ${version}${gap}; ` +
        `this is the text of ${inCursor} with the values of ${caller.label}`,
    };
  }
  return {
    name: maskSecrets(referenceName(agentId, reference, workspace)),
    record: target,
    resolution: selection,
    ...(engine.document !== document && {
      note: `${caller.label} selects ${version}, whose text is shown instead of the text of ${inCursor}`,
    }),
  };
}

/** The variables in a text such as `name=Ada; list=["a;b"]`. A JSON value may contain semicolons. */
function parse(text: string): Readonly<Record<string, string>> {
  const pairs: [name: string, value: string][] = [];
  for (let remainder = text; remainder !== '';) {
    const separators = [...remainder.matchAll(/[;\n]|$/g)].map(({ index }) => index),
      equalsIndex = remainder.slice(0, separators[0]).indexOf('='),
      value = (end: number): string => remainder.slice(equalsIndex + 1, end).trim(),
      end =
        (equalsIndex > 0 ? separators.find(end => parseJson(value(end)) !== undefined) : undefined) ?? separators[0]!;
    if (equalsIndex > 0) pairs.push([remainder.slice(0, equalsIndex).trim(), value(end)]);
    remainder = remainder.slice(end + 1);
  }
  return Object.fromEntries(pairs);
}

/** A part of a text as a piece of a block. A variable shows its value; a platform variable shows an example. */
function pieceOf({ text, name, source }: FilledPart, unsetJudgement: UnsetJudgement, system: Caller['system']): Piece {
  if (name === undefined) return { text };
  const braces = `{{${name}}}`;
  switch (source) {
    case undefined:
      return { text, tone: unsetJudgement.isCertain ? 'bad' : 'open', words: 'unset', hint: unsetJudgement.words };
    case 'system': {
      const systemValue = system && Object.hasOwn(system, name) ? system[name] : undefined,
        example = systemValue ?? systemVariableExample(name) ?? text;
      return {
        text: example,
        tone: 'plain',
        hint: `${braces}: ${systemVariableMeaning(name) ?? 'set by the platform'}${systemValue === undefined ? '; an example' : ''}`,
      };
    }
    case 'conversation':
      return { text, tone: 'plain', words: 'in the call', hint: `${braces} is set during the conversation` };
    case 'unknowable':
      return { text, tone: 'open', words: 'unknown', hint: `what sets ${braces} is not known` };
    default:
      return { text: redactNamed(name, text), tone: 'good', hint: `${braces} from the ${source}` };
  }
}
