import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { askAll } from '../../stores/shards/ask-shards.ts';
import { countPageEvents, startCounting } from './page-events.service.ts';

/** Counts the events of pages soon after they are inserted. */
export function startEventCounting(services: Services): BackgroundLoop {
  const state = startCounting();
  return runLoop({
    failure: 'counting page events failed',
    log: services.log,
    iterate: async () => {
      // Looked at before others are kept from counting, because an unavailable database takes long to say so.
      if (state.size === 0 && !(await isAnyReady(services))) return false;
      return countPageEvents(services, state);
    },
  });
}

async function isAnyReady({ clickhouse }: Services): Promise<boolean> {
  const ids = await askAll(clickhouse, ({ client }) => findAnalyticsId(client, 'page_events').catch(() => null));
  return ids.some((id) => id !== null);
}
