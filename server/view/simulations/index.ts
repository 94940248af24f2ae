import { jsonText } from '../../core/json/json.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import type { Subject } from '../../core/generated/outputs.js';
import { agentListFilterText } from './agent-list-filter.ts';
import { alertSvg, alertText } from './alert.ts';
import { asrRoutingText } from './asr-routing.ts';
import { batchJson, batchText } from './batch.ts';
import { callText } from './call.ts';
import { outageText } from './outage.ts';
import type { Print } from './simulation.ts';
import { weightsText } from './weights.ts';

const json: Print<{ readonly result: object }> = ({ result }) => jsonText(result);

/** The printers of each simulation: the values of `--format`, default first. */
export const simulationPrinters: {
  readonly [S in Subject]: Readonly<
    Record<'table' | 'json', Print<SubjectAnswers[S]>> & Partial<Record<'svg', Print<SubjectAnswers[S]>>>
  >;
} = {
  weights: { table: weightsText, json },
  batch: { table: batchText, json: batchJson },
  alert: { table: alertText, json, svg: alertSvg },
  call: { table: callText, json },
  outage: { table: outageText, json },
  'asr-routing': { table: asrRoutingText, json },
  'agent-list-filter': { table: agentListFilterText, json },
};
