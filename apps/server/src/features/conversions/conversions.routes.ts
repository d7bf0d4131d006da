import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import type { conversionsApi } from '@poklik/contract/conversions';
import { AppError } from '@poklik/contract/errors';
import { fromMicro } from '@poklik/domain/money/amount';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { toConversion, toHistory, toPostback } from './conversion.response.ts';
import {
  getDayRange,
  listConversionChanges,
  listConversions,
  listConversionsById,
  listRelatedConversions,
  totalConversions,
} from './conversions.repo.ts';
import {
  createConversion,
  replayPostback,
  resendOutgoingPostbacks,
  toConversionFilter,
  toConversionOrder,
  updateConversion,
  updateConversions,
} from './conversions.service.ts';
import { exportConversions } from './conversions-export.service.ts';
import { importConversions } from './conversions-import.service.ts';
import { countPostbacks, listConversionPostbacks, listPostbacks } from './inbox.repo.ts';
import { toDelivery } from './outgoing/outgoing.response.ts';
import { listOutgoingPostbacks } from './outgoing/outgoing-log.repo.ts';

export function conversionsRoutes(services: Services): Handlers<typeof conversionsApi> {
  const { db } = services;
  return {
    list: async (caller, { query }) => {
      const filter = await toConversionFilter(db, caller, query);
      const [rows, totals] = await Promise.all([
        listConversions(db, caller, { ...pageWindow(query), ...toConversionOrder(caller, query), filter }),
        totalConversions(db, caller, filter),
      ]);
      const total = totals.reduce((sum, { count }) => sum + count, 0);
      return {
        data: rows.map(toConversion),
        ...buildPage('/conversions', query, total),
        totals: CONVERSION_STATUSES.map((status) => {
          const own = totals.find((each) => each.status === status);
          return { status, count: own?.count ?? 0, revenue: fromMicro(BigInt(own?.micro ?? 0)) };
        }),
      };
    },
    export: (caller, { query }) => exportConversions(services, caller, query),
    get: async (caller, { params }) => {
      const [row] = await listConversionsById(db, caller, [params.id]);
      if (!row) throw new AppError('not_found');
      const [changes, postbacks, outgoing, related] = await Promise.all([
        listConversionChanges(db, row.id),
        listConversionPostbacks(db, row.id),
        listOutgoingPostbacks(db, row.id),
        listRelatedConversions(db, caller, row),
      ]);
      const { canSeeMoney } = caller;
      return {
        data: {
          ...toConversion(row),
          history: toHistory(changes),
          postbacks: postbacks.map((postback) => toPostback(postback, canSeeMoney)),
          outgoing: outgoing.map((row) => toDelivery(row, canSeeMoney)),
          related: related.map(toConversion),
        },
      };
    },
    create: async (caller, { body }) => ({
      data: toConversion(await createConversion(services, caller, caller.apiToken ? 'api' : 'manual', body)),
    }),
    update: async (caller, { params, body }) => {
      // Users who cannot see money cannot change it.
      if (!caller.canSeeMoney && (body.payout ?? body.currency) !== undefined) throw new AppError('forbidden');
      return { data: toConversion(await updateConversion(services, caller, params.id, body)) };
    },
    bulk: async (caller, { body: { ids, ...edit } }) => {
      const { changed } = await updateConversions(services, caller, ids, edit);
      return {
        message: translator(caller.language)('done.conversions_changed', { count: changed }),
        data: { changed },
      };
    },
    import: async (caller, { body }) => ({
      data: await importConversions(services, caller, { csv: body.csv, isRehearsal: body.dry_run }),
    }),
    resend: async (caller, { params }) => {
      const queued = await resendOutgoingPostbacks(services, caller, params.id);
      return { message: translator(caller.language)('done.outgoing_queued', { count: queued }), data: { queued } };
    },
    postbacks: async (caller, { query }) => {
      const { company_id: campaignId, network_id: networkId } = query;
      const filter = { ...query, campaignId, networkId, timeRange: await getDayRange(db, caller.userId, query) };
      const order = query.order ?? 'desc';
      const [rows, total] = await Promise.all([
        listPostbacks(db, caller, { ...pageWindow(query), filter, order }),
        countPostbacks(db, caller, filter),
      ]);
      return { data: rows.map((row) => toPostback(row, caller.canSeeMoney)), ...buildPage('/postbacks', query, total) };
    },
    replay: async (caller, { params }) => ({
      data: toPostback(await replayPostback(services, caller, params.id), caller.canSeeMoney),
    }),
  };
}
