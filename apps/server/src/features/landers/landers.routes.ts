import type { Lander, landersApi } from '@poklik/contract/landers';
import { changedLanderSettings } from '@poklik/domain/landers/lander-diff';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { countCampaignsByTarget } from '../campaigns/target-uses.repo.ts';
import { listLinkOrigins } from '../domains/link-origins.service.ts';
import { checkNow } from '../link-checks/link-checks.service.ts';
import { offerScope } from '../offers/offers.service.ts';
import { archiveLander } from './archive-lander.service.ts';
import { toLander } from './lander.response.ts';
import {
  countLanders,
  countUnknownVisits,
  findLanderVersion,
  type LanderRow,
  listLanders,
  listLanderVersions,
  listUses,
} from './landers.repo.ts';
import { createLander, getLander, restoreLander, saveLander } from './landers.service.ts';

export function landersRoutes(services: Services): Handlers<typeof landersApi> {
  const { db, config } = services;
  async function respond(caller: Caller, rows: readonly LanderRow[]): Promise<Lander[]> {
    const ids = rows.map(({ id }) => id);
    const [used, unknown, origins] = await Promise.all([
      countCampaignsByTarget(db, caller, 'lander_id', ids),
      countUnknownVisits(db, ids),
      listLinkOrigins(db, config, caller.accountId),
    ]);
    return rows.map((row) =>
      toLander(row, { campaigns: used.get(row.id) ?? 0, unknownVisits: unknown.get(row.id) ?? 0, origins }),
    );
  }
  const respondOne = async (caller: Caller, row: LanderRow) => ({ data: (await respond(caller, [row]))[0] as Lander });

  return {
    list: async (caller, { query }) => {
      const { search, status, tag, sort = 'created_at', order = 'desc' } = query;
      const filter = { search, status, tag };
      const [rows, total] = await Promise.all([
        listLanders(db, offerScope(caller), { ...pageWindow(query), ...filter, sort, order }),
        countLanders(db, offerScope(caller), filter),
      ]);
      return { data: await respond(caller, rows), ...buildPage('/landers', query, total) };
    },
    get: async (caller, { params }) => respondOne(caller, await getLander(db, caller, params.id)),
    create: async (caller, { body }) => respondOne(caller, await createLander(services, caller, body)),
    update: async (caller, { params, body }) => respondOne(caller, await saveLander(services, caller, params.id, body)),
    remove: async (caller, { params, query }) => {
      await archiveLander(services, caller, { id: params.id, replacementId: query.replacement_id });
      return { message: translator(caller.language)('done.lander_archived') };
    },
    check: async (caller, { params }) => {
      const row = await getLander(db, caller, params.id);
      await checkNow(services, 'lander', row);
      return respondOne(caller, await getLander(db, caller, params.id));
    },
    versions: async (caller, { params, query }) => {
      const { id, version: total } = await getLander(db, caller, params.id);
      const window = { ...pageWindow(query), order: query.order ?? ('desc' as const) };
      const rows = await listLanderVersions(db, id, window);
      const data = await Promise.all(
        rows.map(async ({ version, settings, author, createdAt }) => {
          const onPage = rows.find((row) => row.version === version - 1)?.settings;
          const before = onPage ?? (await findLanderVersion(db, id, version - 1));
          const changed = before ? changedLanderSettings(before, settings) : [];
          return { version, settings, author, changed, created_at: createdAt.toISOString() };
        }),
      );
      return { data, ...buildPage(`/landers/${id}/versions`, query, total) };
    },
    restore: async (caller, { params }) => respondOne(caller, await restoreLander(services, caller, params)),
    usedIn: async (caller, { params, query }) => {
      const { id } = await getLander(db, caller, params.id);
      const uses = await listUses(db, caller, id);
      if (query.order === 'desc') uses.reverse();
      const { limit, offset } = pageWindow(query);
      return { data: uses.slice(offset, offset + limit), ...buildPage(`/landers/${id}/used_in`, query, uses.length) };
    },
  };
}
