export { agentBranch, agentList, agentTree, type Counted } from './agent-tree.ts';
export { flowView, type FindingsOf } from './flow.ts';
export { withPlaces } from './places.ts';
export { noPlan, planReport, whatIfReport } from './plan-report.ts';
export { previewAt, type PreviewOptions } from './preview.ts';
export { versionsPage } from './versions.ts';
export { simulationReport, type SimulationOptions } from './simulation.ts';
