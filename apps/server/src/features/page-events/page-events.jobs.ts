import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Services } from '../../services.ts';
import { countPageEvents, startCounting } from './page-events.service.ts';

/** Counts the events of pages soon after they are inserted. */
export function startEventCounting(services: Services): BackgroundLoop {
  const state = startCounting();
  return runLoop({
    failure: 'counting page events failed',
    log: services.log,
    iterate: () => countPageEvents(services, state),
  });
}
