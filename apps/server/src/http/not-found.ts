import { API_PREFIX } from '@poklik/contract/api';
import { AppError, ERROR_STATUS } from '@poklik/contract/errors';
import type { FastifyInstance } from 'fastify';
import { errorBody } from './errors.ts';
import { isPathOf } from './route-list.ts';
import type { SendPage } from './web-pages.ts';

/** The addresses of files and calls: one that is missing must look missing, not be answered with a page. */
const NOT_A_PAGE = new RegExp(`^(${API_PREFIX}|/assets|/locales)(/|$)`);

/** Any other address is a screen, and the application says itself when there is no such screen. */
export function handleUnknownAddresses(app: FastifyInstance, sendPage: SendPage): void {
  app.setNotFoundHandler((request, reply) => {
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
