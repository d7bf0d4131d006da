import type { Network, networksApi } from '@poklik/contract/networks';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listTemplates } from '../network-templates/network-templates.service.ts';
import { toAccountAddress, toNetwork } from './network.response.ts';
import { countPostbacks } from './network-health.repo.ts';
import { mapPostbacks } from './network-mapping.service.ts';
import {
  countCampaignsByNetwork,
  countNetworks,
  getAccountKey,
  listNetworks,
  type NetworkRow,
} from './networks.repo.ts';
import { changeNetwork, createNetwork, deleteNetwork, rotateAccountKey, rotateNetworkKey } from './networks.service.ts';

export function networksRoutes(services: Services): Handlers<typeof networksApi> {
  const { db, config } = services;
  const { trackingUrl } = config;

  async function respond(caller: Caller, rows: readonly NetworkRow[]): Promise<Network[]> {
    const [used, templates, postbacks] = await Promise.all([
      countCampaignsByNetwork(db, caller.accountId),
      listTemplates(db),
      countPostbacks(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map((row) =>
      toNetwork(row, {
        ...{ caller, trackingUrl, templates },
        campaigns: used.get(row.id) ?? 0,
        postbacks: postbacks.get(row.id),
      }),
    );
  }
  const respondOne = async (caller: Caller, row: NetworkRow) => ({
    data: (await respond(caller, [row]))[0] as Network,
  });
  const accountAddress = async (caller: Caller) =>
    toAccountAddress(await getAccountKey(db, caller.accountId), caller, trackingUrl);

  return {
    list: async (caller, { query }) => {
      const { search, sort = 'name', order = 'asc' } = query;
      const [rows, total, account] = await Promise.all([
        listNetworks(db, caller.accountId, { ...pageWindow(query), search, sort, order }),
        countNetworks(db, caller.accountId, search),
        accountAddress(caller),
      ]);
      return { data: await respond(caller, rows), ...buildPage('/networks', query, total), account };
    },
    create: async (caller, { body }) => respondOne(caller, await createNetwork(db, caller, body)),
    update: async (caller, { params, body }) => respondOne(caller, await changeNetwork(db, caller, params.id, body)),
    remove: async (caller, { params }) => {
      await deleteNetwork(db, caller, params.id);
      return { message: translator(caller.language)('done.network_deleted') };
    },
    map: async (caller, { params, body }) => ({ data: await mapPostbacks(services, caller, params.id, body) }),
    rotate: async (caller, { params }) => respondOne(caller, await rotateNetworkKey(db, caller, params.id)),
    rotateAccount: async (caller) => {
      await rotateAccountKey(db, caller);
      return { data: await accountAddress(caller) };
    },
  };
}
