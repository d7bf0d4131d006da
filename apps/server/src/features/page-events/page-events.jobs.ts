import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { findAnalyticsId } from '../../stats/find-analytics-id.ts';
import { countPageEvents, startCounting } from './page-events.service.ts';

/** Counts the events of pages soon after they are inserted. */
export function startEventCounting(services: Services): BackgroundLoop {
  const state = startCounting();
  return runLoop({
    failure: 'counting page events failed',
    log: services.log,
    iterate: async () => {
      if (state.until === null && (await findAnalyticsId(services.clickhouse.client, 'page_events')) === null)
        return false;
      return countPageEvents(services, state);
    },
  });
}
