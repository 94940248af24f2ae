import { standIn } from './stand-in.ts';

/** The records that the stand-in returns for these files, as files that a user would save. */
export async function exported(files: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { ask } = standIn(files),
    answers: Record<string, unknown> = {};
  const get = async (path: string): Promise<any> => {
    const { status, body } = await ask(`GET ${path}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const list = (answers['all.agent-list.json'] = (await ask('POST /v2/list-agents', { limit: 1000 })).body) as {
    readonly items: readonly { readonly agent_id: string; readonly channel: string }[];
  };
  for (const { agent_id: id, channel } of list.items) {
    const versions = await get(`/list-agent-versions/${id}?limit=1000`);
    answers[`${id}.agent-versions.json`] = versions;
    for (const { version } of versions.items) {
      const path = channel === 'chat' ? 'get-chat-agent' : 'get-agent',
        answer = await ask(`GET /${path}/${id}?version=${version}`);
      // the files may lack the record of an old version
      if (answer.status !== 200) continue;
      const agent = (answers[`${id}.v${version}.agent.json`] = answer.body as any),
        { llm_id: llm, conversation_flow_id: flow, version: of } = agent.response_engine;
      const query = typeof of === 'number' ? `?version=${of}` : '';
      if (llm) answers[`${llm}.v${of}.llm.json`] = (await ask(`GET /get-service-llm/${llm}${query}`)).body;
      if (flow)
        answers[`${flow}.v${of}.conversation-flow.json`] = (
          await ask(`GET /get-conversation-flow/${flow}${query}`)
        ).body;
    }
  }
  answers['all.phone-number.json'] = await get('/v2/list-phone-numbers?limit=1000');
  answers['all.flow-component.json'] = await get('/v2/list-conversation-flow-components?limit=1000');
  answers['all.alert-rule.json'] = await get('/list-alert-rules');
  return answers;
}
