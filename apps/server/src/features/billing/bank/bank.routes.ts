import type { bankApi } from '@poklik/contract/bank';
import type { Handlers } from '../../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../../http/paging.ts';
import type { Services } from '../../../services.ts';
import { countLines, listLines } from './bank.repo.ts';
import { toBankLines } from './bank-line.response.ts';
import { confirmLines } from './confirm-lines.service.ts';
import { importStatement } from './import-statement.service.ts';

export function bankRoutes(services: Services): Handlers<typeof bankApi> {
  const { db } = services;
  return {
    import: async (caller, { body }) => ({ data: await importStatement(db, caller, body) }),
    confirm: async (caller, { body }) => ({ data: await confirmLines(services, caller, body.lines) }),
    lines: async (_caller, { query }) => {
      const { sort = 'day', order = 'desc' } = query;
      const [rows, total] = await Promise.all([
        listLines(db, query, { ...pageWindow(query), sort, order }),
        countLines(db, query),
      ]);
      return { data: await toBankLines(db, rows), ...buildPage('/bank_statements/lines', query, total) };
    },
  };
}
