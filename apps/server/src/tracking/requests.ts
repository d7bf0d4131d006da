import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClickMetrics } from './click-pipeline.ts';
import { CLOSE, createRequestContext, type RequestSources, type TrackerCounters } from './request-context.ts';
import { findTrackerRoute, type TrackerRoute } from './routes.ts';

export interface TrackerHandler {
  /** Handles requests to the tracker's routes; returns whether the request was one of them. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  counters: Readonly<TrackerCounters>;
  clickMetrics(): ClickMetrics;
}

export function createTrackerHandler(sources: RequestSources): TrackerHandler {
  const context = createRequestContext(sources);
  const { answers, counters, pipeline } = context;

  function answer(route: TrackerRoute, req: IncomingMessage, res: ServerResponse, url: string) {
    const { methods, urlMax } = route;
    if (urlMax !== undefined && url.length > urlMax) return answers.text(res, 414, 'The address is too long.', CLOSE);
    if (!methods.includes(req.method ?? ''))
      return answers.text(res, 405, 'Method not allowed.', ['Allow', methods.join(', ')]);
    route.answer(context, req, res, url);
  }

  return {
    handle(req, res) {
      const url = req.url ?? '';
      const route = findTrackerRoute(url);
      if (route === undefined) return false;
      try {
        answer(route, req, res, url);
      } catch (error) {
        context.fail(res, error);
      }
      return true;
    },
    counters,
    clickMetrics: pipeline.metrics,
  };
}
