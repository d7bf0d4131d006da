import type { BlackListEntry, blackListApi } from '@poklik/contract/black-list';
import { parseIpRange } from '@poklik/domain/ip/ip-range';
import type { Handlers } from '../../http/bind-routes.ts';
import { fullAccountScope } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { getLimits } from '../billing/billing.service.ts';
import { countEntries, type EntryHits, type EntryRow, listEntries } from './black-list.repo.ts';
import { addAddresses, removeAddresses } from './black-list.service.ts';
import { getEntryHits } from './entry-hits.service.ts';

export function blackListRoutes(services: Services): Handlers<typeof blackListApi> {
  const { db } = services;
  return {
    list: async (caller, { query }) => {
      const { accountId } = caller;
      const { search, action, company_id: campaignId, sort = 'created_at', order = 'desc' } = query;
      const filter = { search, searchRange: parseIpRange(search ?? '')?.text, action, campaignId };
      const isSortedByHits = sort === 'hits' || sort === 'last_hit_at';
      const all = isSortedByHits ? await getEntryHits(services, accountId) : [];
      const [rows, total, used, { blackListMax }] = await Promise.all([
        listEntries(db, caller, { ...pageWindow(query), filter, sort, order, hits: all ?? [] }),
        countEntries(db, caller, filter),
        countEntries(db, fullAccountScope(caller)),
        getLimits(db, accountId),
      ]);
      const ids = rows.map(({ id }) => id);
      const hits = isSortedByHits ? all : await getEntryHits(services, accountId, ids);
      const byId = hits && new Map(hits.map((own) => [own.id, own]));
      return {
        data: rows.map((row) => toEntry(row, byId)),
        ...buildPage('/black_list_ips', query, total),
        limits: { used, max: blackListMax },
        own_ip: parseIpRange(caller.ip)?.text ?? caller.ip,
      };
    },
    add: async (caller, { body }) => {
      const report = await addAddresses(db, caller, body);
      const data = { ...report, added: report.added.map((row) => toEntry(row, NO_HITS)) };
      return { data };
    },
    remove: async (caller, { body }) => {
      const removed = await removeAddresses(db, caller, body.ip_address_ids);
      return { message: translator(caller.language)('done.black_list_removed', { count: removed }) };
    },
  };
}

/** New entries have no hits yet, so ClickHouse is not queried. */
const NO_HITS: ReadonlyMap<number, EntryHits> = new Map();

/** Hits are null when ClickHouse is unavailable. */
function toEntry(row: EntryRow, hits: ReadonlyMap<number, EntryHits> | null): BlackListEntry {
  const own = hits?.get(row.id);
  return {
    id: row.id,
    ip: parseIpRange(row.range)?.text ?? row.range,
    action: row.action,
    campaign: row.campaign,
    comment: row.comment,
    hits: hits === null ? null : (own?.hits ?? 0),
    last_hit_at: own?.lastHitAt.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
