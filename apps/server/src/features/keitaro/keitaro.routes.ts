import type { AppError } from '@poklik/contract/errors';
import { KEITARO_PREFIX, type KeitaroError, keitaroApi } from '@poklik/contract/keitaro';
import type { FastifyError, FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { bindRoutes, type Handlers, type RouteContext, readApiKey } from '../../http/bind-routes.ts';
import { errorBody, errorStatus, toAppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { listPushTargets, pushCost } from '../costs/push-cost.service.ts';

/** Keitaro's addresses for costs: with its key header and its form of errors. */
export function registerKeitaro(app: FastifyInstance, context: RouteContext, services: Services): void {
  app.register(async (scope) => {
    scope.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
      const known = toAppError(error, request);
      const { message, errors = {} } = errorBody(known, request);
      const fields = Object.entries(errors).map(([field, [problem]]) => `${field}: ${problem}`);
      const body: z.infer<typeof KeitaroError> = { error: [message, ...fields].join(' ') };
      // Keitaro has no 422.
      const status = known.code === 'invalid_request' ? 400 : errorStatus(known, reply);
      return reply.code(status).send(body);
    });
    const place = { prefix: KEITARO_PREFIX, readToken: readApiKey };
    bindRoutes(scope, context, keitaroApi, keitaroRoutes(services), place);
  });
}

const keitaroRoutes = (services: Services): Handlers<typeof keitaroApi> => ({
  campaigns: async (caller) =>
    (await listPushTargets(services.db, caller)).map(({ isActive, ...campaign }) => ({
      ...campaign,
      state: isActive ? 'active' : 'disabled',
    })),
  updateCosts: async (caller, { params, body }) => {
    await pushCost(services, caller, params.id, body);
    return { success: true };
  },
});
