// Four files with one mistake each, and one file without mistakes. The reports of a tool about them put its time into
// perspective.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCorpus } from '../corpus.mjs';

export const mistakes = ['value', 'syntax', 'twice', 'reference'];

/**
 * @throws if a tool does not find exactly the mistakes that it claims to detect, or reports the file without mistakes
 */
export function checkFindings(tools, scratch) {
  const corpus = join(scratch, 'sound'),
    folder = join(scratch, 'planted');
  writeCorpus(corpus, 20);
  const agent = readFileSync(join(corpus, 'agents/agent-00001.agent.json'), 'utf8'),
    flow = readFileSync(join(corpus, 'flows/flow-component-00006.flow-component.json'), 'utf8');
  const files = {
    sound: ['sound.agent.json', agent],
    value: ['value.agent.json', agent.replace('"voice_speed": 1', '"voice_speed": 9')],
    syntax: ['syntax.agent.json', agent.slice(0, -30)],
    twice: ['twice.agent.json', agent.replace('"volume": 1', '"volume": 1,\n  "volume": 1')],
    reference: ['reference.flow-component.json', flow.replace('_node_id": "step_2"', '_node_id": "step_none"')],
  };
  for (const { name, command, filesIn, finds } of tools)
    for (const [mistake, [file, text]] of Object.entries(files)) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      writeFileSync(join(folder, file), text);
      const [program, ...args] = command(folder);
      const { stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
      if (error) throw new Error(`${name} cannot be started: ${error.message}`);
      const reports = [...new Set(filesIn(stdout + stderr))].join(),
        expected = finds.includes(mistake) ? file : '';
      if (reports !== expected)
        throw new Error(`${name} reports "${reports}" of ${file}, expected "${expected}": ${stdout}${stderr}`);
    }
}
