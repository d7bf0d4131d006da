import type { Language } from '@poklik/contract/language';
import { ROLES } from '@poklik/contract/roles';
import type { Tariff, tariffsApi } from '@poklik/contract/tariffs';
import { fromMinor } from '@poklik/domain/money/amount';
import { priceFor } from '@poklik/domain/tariffs/billing-period';
import type { Handlers } from '../../../http/bind-routes.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Services } from '../../../services.ts';
import { listTariffs, type TariffRow } from './tariffs.repo.ts';
import { changeTariff, createTariff, retireTariff } from './tariffs.service.ts';

export const tariffsRoutes = ({ db }: Services): Handlers<typeof tariffsApi> => ({
  list: async ({ accountId, role, language }) => {
    const isOperator = role === ROLES.SUPER_ADMIN;
    const rows = await listTariffs(db, isOperator ? null : accountId);
    return { data: rows.map((row) => toTariff(row, language, isOperator)) };
  },
  create: async (caller, { body }) => ({ data: toTariff(await createTariff(db, caller, body), caller.language, true) }),
  update: async (caller, { params, body }) => ({
    data: toTariff(await changeTariff(db, caller, params.id, body), caller.language, true),
  }),
  remove: async (caller, { params }) => {
    await retireTariff(db, caller, params.id);
    return { message: translator(caller.language)('done.tariff_archived') };
  },
});

function toTariff(row: TariffRow, language: Language, isOperator: boolean): Tariff {
  const price = (period: 'month' | 'year') => {
    const minor = priceFor(row, period);
    return minor === null ? null : fromMinor(minor);
  };
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    price: fromMinor(row.priceMinor),
    currency: row.currency,
    period: row.period,
    prices: { month: price('month'), year: price('year') },
    price_year: row.yearPriceMinor === null ? null : fromMinor(row.yearPriceMinor),
    overage_price: row.overagePriceMinor === null ? null : fromMinor(row.overagePriceMinor),
    trial_days: row.trialDays,
    trial_needs_card: row.trialNeedsCard,
    events_limit: row.eventsLimit,
    campaigns_limit: row.campaignsLimit,
    seats_limit: row.seatsLimit,
    retention_days: row.retentionDays,
    api_per_minute: row.apiPerMinute,
    blacklist_limit: row.blacklistLimit,
    domains_limit: row.domainsLimit,
    features: row.highlights[language],
    highlights: row.highlights,
    feature_keys: row.features,
    is_public: row.isPublic,
    is_archived: row.isArchived,
    position: row.position,
    accounts: isOperator ? row.accounts : null,
  };
}
