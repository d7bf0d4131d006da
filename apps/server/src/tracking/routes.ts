import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerLink } from './click-requests.ts';
import { answerLanderPage } from './lander-page-requests.ts';
import { answerImpression, answerPageEvent, answerScript } from './landing-requests.ts';
import { answerAccountPostback, answerNetworkPostback, answerPixel, answerPostback } from './postback-requests.ts';
import type { TrackerContext } from './request-context.ts';
import { answerSecondClick } from './second-click-requests.ts';
import { answerVisit } from './visit-requests.ts';

export interface TrackerRoute {
  methods: readonly string[];
  /** `*` at the end stands for the rest of the path. */
  path: string;
  /** Longer URLs get 414. Without a limit, the handler reads only the beginning. */
  urlMax?: number;
  answer(context: TrackerContext, req: IncomingMessage, res: ServerResponse, url: string): void;
}

const URL_MAX = 8_192;

/** Everything that the tracker answers itself, without Fastify. The most frequent come first. */
export const TRACKER_ROUTES: readonly TrackerRoute[] = [
  // A `+` after the key of a link asks for its public routing page.
  { methods: ['GET', 'HEAD'], path: '/c/*', urlMax: URL_MAX, answer: answerLink },
  // The links of landers.
  { methods: ['GET', 'HEAD'], path: '/o/*', urlMax: URL_MAX, answer: answerSecondClick },
  { methods: ['GET', 'HEAD'], path: '/o', urlMax: URL_MAX, answer: answerSecondClick },
  { methods: ['GET', 'HEAD'], path: '/o+', answer: answerLanderPage },
  // Visits of pages, from their script or a server.
  { methods: ['POST'], path: '/v', answer: answerVisit },
  { methods: ['GET', 'HEAD'], path: '/i/*', answer: answerImpression },
  { methods: ['GET', 'POST'], path: '/e', answer: answerPageEvent },
  { methods: ['GET', 'POST'], path: '/postback', urlMax: URL_MAX, answer: answerPostback },
  { methods: ['GET', 'POST'], path: '/postback/n/*', urlMax: URL_MAX, answer: answerNetworkPostback },
  { methods: ['GET', 'POST'], path: '/postback/a/*', urlMax: URL_MAX, answer: answerAccountPostback },
  { methods: ['GET', 'POST'], path: '/p.gif', urlMax: URL_MAX, answer: answerPixel },
  { methods: ['GET', 'POST'], path: '/p', urlMax: URL_MAX, answer: answerPixel },
  { methods: ['GET', 'HEAD'], path: '/t.js', answer: answerScript },
];

const MATCHERS = TRACKER_ROUTES.map((route) => {
  const isPrefix = route.path.endsWith('*');
  return { route, isPrefix, path: isPrefix ? route.path.slice(0, -1) : route.path };
});
const QUESTION_MARK = 63;

/** The route of a URL, if the tracker answers it. */
export function findTrackerRoute(url: string): TrackerRoute | undefined {
  for (const { route, isPrefix, path } of MATCHERS) {
    if (
      url.startsWith(path) &&
      (isPrefix || url.length === path.length || url.charCodeAt(path.length) === QUESTION_MARK)
    )
      return route;
  }
  return undefined;
}
