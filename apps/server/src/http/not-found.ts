import { API_PREFIX } from '@poklik/contract/api';
import { AppError, ERROR_STATUS } from '@poklik/contract/errors';
import type { FastifyInstance } from 'fastify';
import { errorBody } from './errors.ts';
import { isPathOf } from './route-list.ts';
import type { SendPage } from './web-pages.ts';

/** The addresses of files and calls: one that is missing must look missing, not be answered with a page. */
const NOT_A_PAGE = new RegExp(`^(${API_PREFIX}|/assets|/locales)(/|$)`);

/** Where a request belongs that is not for this process: null if that is not known, undefined if it is for this one. */
type Elsewhere = (url: string) => string | null | undefined;

const NO_TRACKER = 'Links are not served at this address. TRACKING_URL has to name the address of the trackers.\n';

/** Any other address may be a screen; where there is none, the application says so, with 404. */
export function handleUnknownAddresses(app: FastifyInstance, sendPage: SendPage, elsewhere: Elsewhere): void {
  app.setNotFoundHandler((request, reply) => {
    const place = elsewhere(request.url);
    // 307 keeps the method and the body of a postback.
    if (place) return reply.redirect(place, request.method === 'GET' ? 302 : 307);
    if (place === null) return reply.code(404).type('text/plain; charset=utf-8').send(NO_TRACKER);
    const path = request.url.split('?', 1)[0] ?? '/';
    if (request.method === 'GET' && !NOT_A_PAGE.test(path)) return sendPage(request, reply);
    const allowed = [...new Set(app.routeList.filter((route) => isPathOf(route, path)).map(({ method }) => method))];
    // A file that is missing under an address for files is missing, whatever may be done there.
    const isWrongMethod = allowed.length > 0 && !allowed.includes(request.method);
    if (isWrongMethod) reply.header('allow', allowed.join(', '));
    const error = new AppError(isWrongMethod ? 'method_not_allowed' : 'not_found');
    return reply.code(ERROR_STATUS[error.code]).send(errorBody(error, request));
  });
}
