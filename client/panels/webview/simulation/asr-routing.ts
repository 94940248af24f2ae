import { count, type SimulatedOf } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child } from '../element.ts';
import { section, toPlace } from '../parts.ts';
import { shareBar, shareNumbers } from './weights.ts';

export function asrRoutingSection({ result, places }: SimulatedOf<'asr-routing'>): Child {
  if (!('split' in result)) return null;
  return section(
    'routes',
    'Who transcribes',
    { count: count(result.split.length, 'provider') },
    h(
      'ol',
      { class: 'arms' },
      result.split.map(route =>
        keyed(
          `route-${route.pointer}`,
          h(
            'li',
            { class: 'arm' },
            h('p', { class: 'arm-name' }, toPlace(places[route.pointer], route.provider)),
            shareBar(route, result.calls),
            shareNumbers(route),
          ),
        ),
      ),
    ),
  );
}
