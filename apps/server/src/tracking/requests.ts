import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClickMetrics } from './clicks/click-pipeline.ts';
import { createHostGate, type HostSources } from './hosts/host-requests.ts';
import {
  CLOSE,
  createRequestContext,
  type RequestSources,
  type TrackerContext,
  type TrackerCounters,
} from './request-context.ts';
import { findTrackerRoute, type TrackerRoute } from './routes.ts';

export interface TrackerHandler {
  /** Handles requests to the tracker's routes; returns whether the request was one of them. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  counters: Readonly<TrackerCounters>;
  clickMetrics(): ClickMetrics;
}

interface Message {
  req: IncomingMessage;
  res: ServerResponse;
  url: string;
}

/** Without `hosts`, every host serves everything. */
export function createTrackerHandler(sources: RequestSources & { hosts?: HostSources | undefined }): TrackerHandler {
  const { hosts } = sources;
  const context = createRequestContext(sources);
  const { counters, pipeline } = context;
  const answerHost = hosts && createHostGate(context, hosts, answer);

  function answer(own: TrackerContext, route: TrackerRoute, { req, res, url }: Message) {
    const { methods, urlMax } = route;
    const { answers } = own;
    if (urlMax !== undefined && url.length > urlMax) return answers.text(res, 414, 'The address is too long.', CLOSE);
    if (!methods.includes(req.method ?? ''))
      return answers.text(res, 405, 'Method not allowed.', ['Allow', methods.join(', ')]);
    route.answer(own, req, res, url);
  }

  return {
    handle(req, res) {
      const url = req.url ?? '';
      try {
        const taken = answerHost?.(req, res, url) ?? 'app';
        if (taken !== 'app') return taken === 'answered';
        const route = findTrackerRoute(url);
        if (route === undefined) return false;
        answer(context, route, { req, res, url });
      } catch (error) {
        context.fail(res, error);
      }
      return true;
    },
    counters,
    clickMetrics: pipeline.metrics,
  };
}
