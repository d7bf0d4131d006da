import { api } from '@poklik/contract/api';
import type { FastifyInstance } from 'fastify';
import { bindRoutes, type RouteContext } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { findUnsubscribePage, unsubscribe } from './unsubscribe.service.ts';

const BODY_BYTES_MAX = 4 * 1024;

/** Mail programs post a form, whose content doesn't matter: the URL says everything. */
export function bindUnsubscribe(app: FastifyInstance, context: RouteContext, { db, secrets, config }: Services): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      async () => undefined,
    );
    bindRoutes(scope, context, api.unsubscribe, {
      open: async (_visitor, { params }) =>
        config.publicUrl + (await findUnsubscribePage(db, secrets, params.subscriber)),
      confirm: async (visitor, { params }) => {
        await unsubscribe(db, secrets, params.subscriber);
        return { message: translator(visitor.language)('done.unsubscribed') };
      },
    });
  });
}
