import type { campaignsApi } from '@poklik/contract/campaigns';
import { AppError } from '@poklik/contract/errors';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { loadLinkOrigins } from '../domains/link-origins.service.ts';
import { toCampaign } from './campaign.response.ts';
import { listCampaignPage } from './campaign-list.service.ts';
import { getCampaignTraffic } from './campaign-traffic.service.ts';
import { type CampaignRow, countVersions, findCampaign, findVersionSettings, listVersions } from './campaigns.repo.ts';
import {
  cloneCampaign,
  createCampaign,
  deleteCampaign,
  restoreVersion,
  saveCampaign,
  updateCampaigns,
} from './campaigns.service.ts';

export function campaignsRoutes(services: Services): Handlers<typeof campaignsApi> {
  const { db, config } = services;
  const respond = async (caller: Caller, row: CampaignRow) => {
    const [traffic, originOf] = await Promise.all([
      getCampaignTraffic(services, caller, { ids: [row.id], days: null }),
      loadLinkOrigins(db, config, caller.accountId, [row.settings]),
    ]);
    return { data: toCampaign(row, originOf(row.settings), traffic?.get(row.id) ?? null) };
  };
  return {
    list: async (caller, { query }) => {
      const { rows, total, traffic, totals } = await listCampaignPage(services, caller, query);
      const settings = rows.map((row) => row.settings);
      const originOf = await loadLinkOrigins(db, config, caller.accountId, settings);
      return {
        data: rows.map((row) => toCampaign(row, originOf(row.settings), traffic?.get(row.id) ?? null)),
        ...buildPage('/companies', query, total),
        totals,
      };
    },
    get: async (caller, { params }) => {
      const row = await findCampaign(db, caller, params.id);
      if (!row) throw new AppError('not_found');
      return respond(caller, row);
    },
    create: async (caller, { body }) => respond(caller, await createCampaign(services, caller, body)),
    update: async (caller, { params, body }) => respond(caller, await saveCampaign(services, caller, params.id, body)),
    remove: async (caller, { params }) => {
      await deleteCampaign(services, caller, params.id);
      return { message: translator(caller.language)('done.campaign_deleted') };
    },
    clone: async (caller, { params }) => respond(caller, await cloneCampaign(services, caller, params.id)),
    bulk: async (caller, { body }) => {
      const changed = await updateCampaigns(services, caller, body);
      return { message: translator(caller.language)('done.campaigns_changed', { count: changed }), data: { changed } };
    },
    versions: async (caller, { params, query }) => {
      const total = await countVersions(db, caller, params.id);
      if (total === 0) throw new AppError('not_found');
      const window = { ...pageWindow(query), order: query.order ?? ('desc' as const) };
      const rows = await listVersions(db, caller, params.id, window);
      const data = await Promise.all(
        rows.map(async ({ version, settings, author, createdAt }) => {
          const previousOnPage = rows.find((row) => row.version === version - 1)?.settings;
          const before = previousOnPage ?? (await findVersionSettings(db, caller, params.id, version - 1));
          const changed = before ? changedSettings(before, settings).map(({ setting }) => setting) : [];
          return { version, settings, author, changed, created_at: createdAt.toISOString() };
        }),
      );
      return { data, ...buildPage(`/companies/${params.id}/versions`, query, total) };
    },
    restore: async (caller, { params }) => respond(caller, await restoreVersion(services, caller, params)),
  };
}
