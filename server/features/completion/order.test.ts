import { expect, it } from 'vitest';
import { askedInConfiguration, labels } from '../../testing/accepted.ts';

const files = `-- desk.agent.json --
{ "agent_id": "agent_desk", "agent_name": "Front desk", "version": 7, "is_published": true, "last_modification_timestamp": 1, "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_1" }, "voice_id": "11labs-Adrian", "post_call_analysis_data": [{ "type": "number", "name": "refund" }] }
-- chat.agent.json --
{ "agent_id": "agent_chat", "agent_name": "Chat desk", "channel": "chat", "response_engine": { "type": "service-llm", "llm_id": "llm_1" } }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Front desk", "channel": "voice", "user_modified_timestamp": 1, "tags": { "beta": { "version": 8, "dynamic_variables": { "clinic": "South", "api_key": "sk_live_1234567890abcdef" } }, "prod": { "version": 7, "dynamic_variables": { "clinic": "North" } }, "old": {} } }]
-- agent_desk.agent-versions.json --
[{ "version": 7, "is_published": true, "last_modification_timestamp": 1, "version_title": "Spring" }, { "version": 8, "is_published": false, "last_modification_timestamp": 2 }]
-- one.phone-number.json --
{ "phone_number": "+14155550100", "nickname": "Main line", "inbound_agents": [{ "agent_id": "agent_desk", "weight": 1 }] }
-- one.llm.json --
{ "llm_id": "llm_1", "version": 3, "is_published": true, "model": "gpt-4.1", "states": [{ "name": "greeting" }, { "name": "closing" }] }
-- shared.flow-component.json --
{ "conversation_flow_component_id": "comp_pay", "name": "Payment", "nodes": [] }
`;
const CASES = 0;
