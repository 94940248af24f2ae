import { versionsPage } from '../../features/panels/index.ts';
import { answering } from './handler.ts';

export const compareVersions = answering('compareVersions', editor => async ({ agentId, before, after, uri }) => {
  const { session } = editor();
  await session.allReady();
  const { roots } = session.state,
    own = uri === undefined ? undefined : roots.get(session.whereabouts(uri).root),
    root = [...(own ? [own] : []), ...roots.values()].find(({ workspace }) => workspace.agent(agentId));
  return root ? versionsPage(agentId, [before, after], root.workspace) : null;
});
