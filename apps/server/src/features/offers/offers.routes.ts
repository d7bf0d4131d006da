import type { Offer, offersApi } from '@poklik/contract/offers';
import { changedOfferSettings } from '@poklik/domain/offers/offer-diff';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { countCampaignsByTarget } from '../campaigns/target-uses.repo.ts';
import { checkNow } from '../link-checks/link-checks.service.ts';
import { archiveOffer } from './archive-offer.service.ts';
import { toOffer, visibleSettings } from './offer.response.ts';
import { countOffers, findOfferVersion, listOffers, listOfferVersions, type OfferRow } from './offers.repo.ts';
import { createOffer, getOffer, listVisibleUses, offerScope, restoreOffer, saveOffer } from './offers.service.ts';

export function offersRoutes(services: Services): Handlers<typeof offersApi> {
  const { db } = services;
  async function respond(caller: Caller, rows: readonly OfferRow[]): Promise<Offer[]> {
    const ids = rows.map(({ id }) => id);
    const used = await countCampaignsByTarget(db, caller, 'offer_id', ids);
    return rows.map((row) => toOffer(caller, row, used.get(row.id) ?? 0));
  }
  const respondOne = async (caller: Caller, row: OfferRow) => ({ data: (await respond(caller, [row]))[0] as Offer });

  return {
    list: async (caller, { query }) => {
      const { search, status, tag, sort = 'created_at', order = 'desc' } = query;
      const filter = { search, status, tag };
      const [rows, total] = await Promise.all([
        listOffers(db, offerScope(caller), { ...pageWindow(query), ...filter, sort, order }),
        countOffers(db, offerScope(caller), filter),
      ]);
      return { data: await respond(caller, rows), ...buildPage('/offers', query, total) };
    },
    get: async (caller, { params }) => respondOne(caller, await getOffer(db, caller, params.id)),
    create: async (caller, { body }) => respondOne(caller, await createOffer(services, caller, body)),
    update: async (caller, { params, body }) => respondOne(caller, await saveOffer(services, caller, params.id, body)),
    remove: async (caller, { params, query }) => {
      await archiveOffer(services, caller, { id: params.id, replacementId: query.replacement_id });
      return { message: translator(caller.language)('done.offer_archived') };
    },
    check: async (caller, { params }) => {
      const row = await getOffer(db, caller, params.id);
      await checkNow(services, 'offer', row);
      return respondOne(caller, await getOffer(db, caller, params.id));
    },
    versions: async (caller, { params, query }) => {
      const { id, version: total } = await getOffer(db, caller, params.id);
      const window = { ...pageWindow(query), order: query.order ?? ('desc' as const) };
      const rows = await listOfferVersions(db, id, window);
      const data = await Promise.all(
        rows.map(async ({ version, settings, author, createdAt }) => {
          const onPage = rows.find((row) => row.version === version - 1)?.settings;
          const before = onPage ?? (await findOfferVersion(db, id, version - 1));
          const changed = before ? changedOfferSettings(before, settings) : [];
          return {
            version,
            settings: visibleSettings(settings, caller),
            author,
            changed,
            created_at: createdAt.toISOString(),
          };
        }),
      );
      return { data, ...buildPage(`/offers/${id}/versions`, query, total) };
    },
    restore: async (caller, { params }) => respondOne(caller, await restoreOffer(services, caller, params)),
    usedIn: async (caller, { params, query }) => {
      const { id } = await getOffer(db, caller, params.id);
      const uses = await listVisibleUses(db, caller, id);
      if (query.order === 'desc') uses.reverse();
      const { limit, offset } = pageWindow(query);
      return { data: uses.slice(offset, offset + limit), ...buildPage(`/offers/${id}/used_in`, query, uses.length) };
    },
  };
}
