import { API_PREFIX } from '@poklik/contract/api';
import { AppError, ERROR_STATUS } from '@poklik/contract/errors';
import { KEITARO_PREFIX } from '@poklik/contract/keitaro';
import type { FastifyInstance } from 'fastify';
import { errorBody } from './errors.ts';
import type { SendPage } from './pages/web-pages.ts';
import { matchesPath } from './route-list.ts';

/** Paths of files and API calls: missing ones are answered with 404, not with a page. */
const NON_PAGE_PATH = new RegExp(`^(${API_PREFIX}|${KEITARO_PREFIX}|/assets|/locales)(/|$)`);

/** The tracker URL of a request: null if unknown, undefined if it is not a tracker path. */
type FindTrackerUrl = (url: string) => string | null | undefined;

const NO_TRACKER = 'Links are not served at this address. TRACKING_URL has to name the address of the trackers.\n';

/** Any other path may be a screen; if there is none, the application shows 404. */
export function handleNotFound(app: FastifyInstance, sendPage: SendPage, elsewhere: FindTrackerUrl): void {
  app.setNotFoundHandler((request, reply) => {
    const place = elsewhere(request.url);
    // 307 keeps the method and the body of a postback.
    if (place) return reply.redirect(place, request.method === 'GET' ? 302 : 307);
    if (place === null) return reply.code(404).type('text/plain; charset=utf-8').send(NO_TRACKER);
    const path = request.url.split('?', 1)[0] ?? '/';
    if (request.method === 'GET' && !NON_PAGE_PATH.test(path)) return sendPage(request, reply);
    const allowed = [...new Set(app.routeList.filter((route) => matchesPath(route, path)).map(({ method }) => method))];
    // A missing file is 404 for every method.
    const isWrongMethod = allowed.length > 0 && !allowed.includes(request.method);
    if (isWrongMethod) reply.header('allow', allowed.join(', '));
    const error = new AppError(isWrongMethod ? 'method_not_allowed' : 'not_found');
    return reply.code(ERROR_STATUS[error.code]).send(errorBody(error, request));
  });
}
