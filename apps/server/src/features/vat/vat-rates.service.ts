import { invalidField } from '@poklik/contract/errors';
import type { NewVatRates, VatRateState, VatRates } from '@poklik/contract/vat';
import { COUNTRY_GROUPS } from '@poklik/domain/countries/country-groups';
import { COUNTRIES } from '@poklik/domain/countries/iso-codes';
import { fromMinor, toMinor } from '@poklik/domain/money/amount';
import { convertMinor, rateAt } from '@poklik/domain/money/currency-rates';
import {
  type ConfirmedRate,
  CROSS_BORDER_LIMIT_MINOR,
  nextRate,
  PROPOSED_RATES,
  rateOn,
} from '@poklik/domain/vat/rates';
import { isEuCountry, isVatIdOf, neededRates, type VatSettings } from '@poklik/domain/vat/treatment';
import { isValidVatId } from '@poklik/domain/vat/vat-id';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listRates } from '../currency-rates/currency-rates.repo.ts';
import { insertVatRates, listCrossBorderSales, listVatRates } from './vat-rates.repo.ts';

/** The limit of sales to consumers of other member states is in euros. */
const LIMIT_CURRENCY = 'EUR';

const percent = (basisPoints: number): string => fromMinor(BigInt(basisPoints));
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export async function getVatRates({ db, config }: Services, at = new Date()): Promise<VatRates> {
  const [rates, years] = [await listVatRates(db), await listCrossBorderYears(db, at)];
  const day = dayOf(at);
  const dated = (rate: ConfirmedRate | null) => rate && { rate: percent(rate.basisPoints), valid_from: rate.validFrom };
  const own = config.vat.country !== null && !isEuCountry(config.vat.country) ? [config.vat.country] : [];
  const toState = (country: string): VatRateState => ({
    country,
    proposed: PROPOSED_RATES[country] === undefined ? null : percent(PROPOSED_RATES[country]),
    current: dated(rateOn(rates, country, day)),
    next: dated(nextRate(rates, country, day)),
  });
  return {
    rates: [...own, ...COUNTRY_GROUPS.eu].map(toState),
    cross_border: { currency: LIMIT_CURRENCY, limit: fromMinor(CROSS_BORDER_LIMIT_MINOR), years },
  };
}

/** This year and the one before, in euros at the rates of the ends of the months. */
async function listCrossBorderYears(db: Database, at: Date): Promise<VatRates['cross_border']['years']> {
  const year = at.getUTCFullYear();
  const [sales, history] = [await listCrossBorderSales(db, new Date(Date.UTC(year - 1, 0, 1))), await listRates(db)];
  const inLimitCurrency = ({ month, currency, netMinor }: (typeof sales)[number]): bigint | null => {
    const end = Math.min(at.getTime(), Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1) - 1);
    const [from, to] = [currency, LIMIT_CURRENCY].map((code) => rateAt(history, code, end));
    return currency === LIMIT_CURRENCY ? netMinor : from && to ? convertMinor(netMinor, from, to) : null;
  };
  return [year, year - 1].map((each) => {
    const amounts = sales.filter(({ month }) => month.startsWith(String(each))).map(inLimitCurrency);
    const sum = amounts.reduce<bigint | null>(
      (total, one) => (total === null || one === null ? null : total + one),
      0n,
    );
    return { year: each, amount: sum === null ? null : fromMinor(sum) };
  });
}

export async function confirmVatRates(db: Database, caller: Caller, { rates }: NewVatRates): Promise<void> {
  rates.forEach(({ country }, place) => {
    if (!COUNTRIES.includes(country)) throw invalidField(`rates.${place}.country`, 'country_unknown');
  });
  await db.transaction(async (tx) => {
    const known = rates.map(({ country, rate, valid_from: validFrom }) => ({
      ...{ country, validFrom },
      basisPoints: Number(toMinor(rate)),
    }));
    await insertVatRates(tx, known, caller.userId);
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'vat_rates.confirmed',
      entity: 'settings:vat_rates',
      after: Object.fromEntries(rates.map(({ country, rate, valid_from: from }) => [country, `${rate} % ${from}`])),
      ip: caller.ip,
    });
  });
}

/** What the settings of the seller need from each other. */
export async function checkVatSettings(db: Database, vat: VatSettings): Promise<void> {
  const { isOn, isOss, country, vatId } = vat;
  if (country !== null && !COUNTRIES.includes(country)) throw invalidField('values.seller_country', 'country_unknown');
  if (vatId !== null && !isValidVatId(vatId)) throw invalidField('values.seller_vat_id', 'vat_id');
  if (vatId !== null && country !== null && isEuCountry(country) && !isVatIdOf(vatId, country))
    throw invalidField('values.seller_vat_id', 'vat_id_country');
  if (!isOn) return;
  if (country === null) throw invalidField('values.seller_country', 'needed_for_vat');
  if (vatId === null && isOss) throw invalidField('values.seller_vat_id', 'needed_for_vat');
  if (vatId !== null && !isOss && !isEuCountry(country)) throw invalidField('values.seller_oss', 'oss_needed');
  const [rates, day] = [await listVatRates(db), dayOf(new Date())];
  const missing = neededRates(vat).filter((each) => rateOn(rates, each, day) === null);
  if (missing.length > 0)
    throw invalidField('values.vat', { key: 'vat_rates_unconfirmed', values: { countries: missing.join(', ') } });
}
