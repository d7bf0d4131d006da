import type { Connection, ConnectionTest, connectionsApi } from '@poklik/contract/connections';
import { AppError } from '@poklik/contract/errors';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import { toVisibleRequest } from '../../outgoing/visible-request.ts';
import type { Services } from '../../services.ts';
import { toConnection } from './connection.response.ts';
import {
  type ConnectionRow,
  countCampaignsByConnection,
  countConnections,
  findSentConversion,
  listConnections,
} from './connections.repo.ts';
import { changeConnection, createConnection, deleteConnection, getConnection } from './connections.service.ts';
import { openConversionFile } from './conversion-file.service.ts';
import { prepareEvent, prepareSample } from './source-event.service.ts';

export function connectionsRoutes(services: Services): Handlers<typeof connectionsApi> {
  const { db } = services;

  async function respond(caller: Caller, rows: readonly ConnectionRow[]): Promise<Connection[]> {
    const used = await countCampaignsByConnection(db, caller.accountId);
    return rows.map((row) => toConnection(row, { caller, services, campaigns: used.get(row.id) ?? 0 }));
  }
  const respondOne = async (caller: Caller, row: ConnectionRow) => ({
    data: (await respond(caller, [row]))[0] as Connection,
  });

  /** Nothing is sent. */
  async function test(caller: Caller, id: number, conversionId: string | undefined): Promise<ConnectionTest> {
    const connection = await getConnection(db, caller, id);
    const sent = conversionId === undefined ? null : await findSentConversion(db, caller, conversionId);
    if (conversionId !== undefined && !sent) throw new AppError('not_found');
    const prepared = sent ? await prepareEvent(services, connection, sent) : prepareSample(services.config, connection);
    if ('skipped' in prepared) return { request: null, skipped: prepared.skipped };
    return { request: toVisibleRequest(prepared.request, caller.canSeeMoney || !sent), skipped: null };
  }

  return {
    list: async (caller, { query }) => {
      const { search, sort = 'name', order = 'asc' } = query;
      const [rows, total] = await Promise.all([
        listConnections(db, caller.accountId, { ...pageWindow(query), search, sort, order }),
        countConnections(db, caller.accountId, search),
      ]);
      return { data: await respond(caller, rows), ...buildPage('/connections', query, total) };
    },
    create: async (caller, { body }) => respondOne(caller, await createConnection(services, caller, body)),
    update: async (caller, { params, body }) =>
      respondOne(caller, await changeConnection(services, caller, params.id, body)),
    remove: async (caller, { params }) => {
      await deleteConnection(services, caller, params.id);
      return { message: translator(caller.language)('done.connection_deleted') };
    },
    file: (_, { params }) => openConversionFile(services, params.file_key),
    test: async (caller, { params, body }) => ({ data: await test(caller, params.id, body.conversion_id) }),
  };
}
