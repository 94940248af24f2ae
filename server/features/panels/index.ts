export { agentBranch, agentList, agentTree } from './agent-tree.ts';
export { flowPart, flowView, longDrawing } from './flow.ts';
export { withPlaces } from './places.ts';
export { planBetween, findingsOfEdit, planIf, planPanel, planText } from './plan.ts';
export { promptAt, type PromptOptions } from './prompt.ts';
export { previewAt } from './preview.ts';
export { subjectAt } from './subject.ts';
export { driftPanel, takeDrift } from './drift.ts';
export {
  comparableAt,
  textKeyAt,
  textsBetween,
  textsOfDrift,
  textsOfVersions,
  versionsOf,
  versionsPanel,
} from './texts.ts';
export { simulationReport, type SimulationOptions } from './simulation.ts';
