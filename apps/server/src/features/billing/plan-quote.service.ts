import type { TariffQuote } from '@poklik/contract/billing';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { getBalance } from './ledger/ledger.repo.ts';
import { type ChangeRequest, planTariffChange } from './subscriptions/plan-change.service.ts';
import { countUsage } from './subscriptions/subscriptions.repo.ts';

/** What a plan change would cost now, and what exceeds the new limits. */
export async function getPlanQuote(
  { db, config }: Services,
  { accountId }: Caller,
  request: ChangeRequest,
): Promise<TariffQuote> {
  const { change, tariff, openInvoice, terms } = await planTariffChange(db, config, accountId, request);
  const [{ available }, used] = await Promise.all([getBalance(db, accountId), countUsage(db, accountId)]);
  // An open invoice keeps its amount even if the price has changed since.
  const total = change.kind === 'settle' && openInvoice ? openInvoice.totalMinor : change.totalMinor;
  const missing = total > available ? total - available : 0n;
  const limits = { campaigns: tariff.campaignsLimit, seats: tariff.seatsLimit, blacklist: tariff.blacklistLimit };
  return {
    kind: change.kind,
    tariff_id: change.tariffId,
    period: change.period,
    effective_at: change.effectiveAt.toISOString(),
    ends_at: change.endsAt?.toISOString() ?? null,
    lines: change.lines.map((line) => ({
      kind: line.kind,
      tariff_id: line.tariffId,
      from: line.from?.toISOString() ?? null,
      until: line.until?.toISOString() ?? null,
      amount: fromMinor(line.amountMinor),
    })),
    tax_rate: fromMinor(BigInt(terms.taxBasisPoints)),
    tax: fromMinor(change.taxMinor),
    tax_treatment: terms.taxTreatment,
    needs_country: config.vat.isOn && config.vat.vatId !== null && !terms.billTo.country_code,
    total: fromMinor(total),
    credit_left: fromMinor(change.creditLeftMinor),
    balance: fromMinor(available),
    missing: fromMinor(missing),
    currency: tariff.currency,
    over_limit: (['campaigns', 'seats', 'blacklist'] as const).flatMap((what) => {
      const limit = limits[what];
      return limit !== null && used[what] > limit ? [{ what, used: used[what], limit }] : [];
    }),
  };
}
