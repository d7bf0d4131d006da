import type { TariffQuote } from '@poklik/contract/billing';
import { AppError } from '@poklik/contract/errors';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { getDatabaseTime } from './accounts.repo.ts';
import { type AppliedCoupon, getEnteredCoupon, requireUseFor } from './coupons/use-coupon.service.ts';
import { getBalance } from './ledger/ledger.repo.ts';
import { canDiscount, discountInvoice } from './subscriptions/discount-invoice.service.ts';
import { type ChangeRequest, planTariffChange, type TariffChange } from './subscriptions/plan-change.service.ts';
import { canCharge } from './subscriptions/renewal-terms.service.ts';
import { countUsage } from './subscriptions/subscriptions.repo.ts';

/** What a plan change would cost now, and what exceeds the new limits. */
export async function getPlanQuote(
  { db, config }: Services,
  { accountId }: Pick<Caller, 'accountId'>,
  request: ChangeRequest & { entered?: AppliedCoupon },
): Promise<TariffQuote> {
  const planned = await planTariffChange(db, config, accountId, request);
  const { change, coupon, tariff, terms } = planned;
  const [{ available }, used] = await Promise.all([getBalance(db, accountId), countUsage(db, accountId)]);
  const total = dueNow(planned, request.entered);
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
    coupon: change.discountMinor > 0n || (change.kind === 'trial' && coupon) ? (coupon?.code ?? null) : null,
    needs_card: change.kind === 'trial' && tariff.trialNeedsCard && !(await canCharge(db, config, accountId)),
    currency: tariff.currency,
    over_limit: (['campaigns', 'seats', 'blacklist'] as const).flatMap((what) => {
      const limit = limits[what];
      return limit !== null && used[what] > limit ? [{ what, used: used[what], limit }] : [];
    }),
  };
}

/** An open invoice keeps its amount even if the price has changed since. */
function dueNow({ change, openInvoice }: TariffChange, entered: AppliedCoupon | undefined): bigint {
  if (change.kind !== 'settle' || !openInvoice) return change.totalMinor;
  return entered ? discountInvoice(openInvoice, entered).sum.totalMinor : openInvoice.totalMinor;
}

/** What a plan change would cost with a coupon; every refusal is the same. */
export async function checkCoupon(
  services: Services,
  caller: Pick<Caller, 'accountId'>,
  { coupon, ...request }: ChangeRequest & { coupon: string },
): Promise<TariffQuote> {
  const { db, config } = services;
  const { accountId } = caller;
  const now = await getDatabaseTime(db);
  const entered = await getEnteredCoupon(db, { code: coupon, accountId, tariffId: request.tariffId, now });
  const { change, openInvoice } = await planTariffChange(db, config, accountId, { ...request, entered });
  requireUseFor(change, entered);
  if (change.kind === 'settle' && !(openInvoice && canDiscount(openInvoice))) throw new AppError('coupon_refused');
  return getPlanQuote(services, caller, { ...request, entered });
}
