import type { outboxApi } from '@poklik/contract/outbox';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { countEmails, listEmails } from './outbox.repo.ts';

export const outboxRoutes = ({ db }: Services): Handlers<typeof outboxApi> => ({
  list: async (_caller, { query }) => {
    const [data, total] = await Promise.all([
      listEmails(db, { ...pageWindow(query), order: query.order ?? 'desc' }),
      countEmails(db),
    ]);
    return { data, ...buildPage('/outbox', query, total) };
  },
});
