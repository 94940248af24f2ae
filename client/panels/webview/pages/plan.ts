import './plan.css';
import { act, draw, keep, say, start } from '../page.ts';
import type { PlanAction, PlanData } from '../messages.ts';
import { planPage, planWords } from '../plan-page.ts';

start<PlanData>(
  data => {
    draw(planPage(data));
    if (!data.isBusy) say(planWords(data));
    keep<PlanData>({ request: data.request });
  },
  (name, { dataset: { value } }) =>
    act<PlanAction>({ type: name, ...(value !== undefined && { value }) } as PlanAction),
);
