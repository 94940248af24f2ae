import { afterAll, describe, expect, test } from 'vitest';
import { Clinic } from '../../../server/testing/lsp-sample.ts';
import { htmlOf } from '../../../server/view/element.ts';
import type { PlaceData, PreviewControls, SimulationControls } from './messages.ts';
import { previewPage, simulationPage } from './place-pages.ts';
import type { PanelAnswer } from '../../../server/lsp/protocol.ts';

const previewControls: PreviewControls = { calls: 1000, seed: '0' };
const simulationControls: SimulationControls = { calls: 1000, seed: '0', call: 'silent', outbound: false, digits: '' };
const placeFor = <Controls>(answer: PanelAnswer | null, controls: Controls): PlaceData<Controls> => ({
  answer,
  trouble: answer === null ? 'elsewhere' : null,
  isBusy: false,
  controls,
  memory: { request: null, isPinned: false, controls },
});

for (const sample of ['clinic', 'broken'] as const) {
  const place = new Clinic(sample);
  afterAll(() => place.dispose());
  describe(`every file of samples/${sample} can be shown`, () => {
    test.each(Object.keys(place.files).filter(name => name.endsWith('.json')))('%s', async name => {
      const text = place.files[name]!,
        firstHalf = text.slice(0, Math.floor(text.length / 2)).split('\n');
      for (const position of [
        { line: 0, character: 0 },
        { line: firstHalf.length - 1, character: firstHalf.at(-1)!.length },
      ]) {
        const preview = await place.preview(name, '', { position }),
          report = await place.simulate(name, '', { position, calls: 1000 });
        for (const html of [
          htmlOf(previewPage(placeFor(preview, previewControls))),
          htmlOf(simulationPage(placeFor(report, simulationControls))),
        ]) {
          expect(html).not.toMatch(/undefined|NaN|\[object|>null</);
          const ids = [...html.matchAll(/data-section="([^"]*)"/g)]
            .map(match => match[1])
            .filter(id => id !== 'assumptions');
          expect(ids).toEqual([...new Set(ids)]);
        }
        for (const answer of [preview, report]) expect(answer?.words).not.toBe('');
      }
    });
  });
}
