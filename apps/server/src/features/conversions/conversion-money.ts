import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { TypeSettings } from '@poklik/domain/conversion-types/conversion-types';
import { costOfConversion } from '@poklik/domain/conversions/conversion-cost';
import { type IncomingPostback, refundedOf } from '@poklik/domain/conversions/evaluate-postback';
import { toMicro } from '@poklik/domain/money/amount';
import type { ReportedFields } from '../../stores/tables/conversions.ts';
import type { OfferPayout } from '../offers/offer-payouts.repo.ts';
import type { ConversionRow } from './recording.repo.ts';

/** Returns null when there is no rate for the currency. */
export type ConvertToBase = (micro: bigint, currency: string, at: number) => bigint | null;

type CostTerms = Pick<CampaignSettings, 'cost_model' | 'cost_value' | 'cost_currency'>;
type Priced = Pick<ConversionRow, 'status' | 'payoutMicro' | 'refundedMicro' | 'currency' | 'receivedAt'>;
/** Of a conversion, in the base currency. */
export type BaseAmounts = Pick<ConversionRow, 'payoutBaseMicro' | 'costBaseMicro' | 'refundedBaseMicro'>;

/** Payout, cost and what was taken in the base currency; null when a rate is missing. */
export function toBaseAmounts(terms: CostTerms, priced: Priced, toBase: ConvertToBase): BaseAmounts | null {
  const at = priced.receivedAt.getTime();
  const payoutBaseMicro = toBase(priced.payoutMicro, priced.currency, at);
  const refundedBaseMicro = toBase(refundedOf(priced), priced.currency, at);
  if (payoutBaseMicro === null || refundedBaseMicro === null) return null;
  const cost = costOfConversion(terms, { status: priced.status, payoutMicro: payoutBaseMicro });
  const costBaseMicro = cost.isShare || cost.micro === 0n ? cost.micro : toBase(cost.micro, terms.cost_currency, at);
  return costBaseMicro === null ? null : { payoutBaseMicro, costBaseMicro, refundedBaseMicro };
}

/** What a conversion is paid and how repeated postbacks count. */
export interface ConversionTerms {
  settings: CampaignSettings;
  type: TypeSettings;
  /** What the offer that took the visitor pays; null if it leaves that to the campaign. */
  offer: { micro: bigint; currency: string } | null;
}

/** As reported, or else the offer's, the campaign's for the type, the account's for the type, or the campaign's default. */
export function payoutOf(
  { payoutMicro, currency }: IncomingPostback,
  { settings: terms, type, offer }: ConversionTerms,
): Pick<ConversionRow, 'payoutMicro' | 'currency'> {
  if (payoutMicro !== null) return { payoutMicro, currency };
  if (offer !== null) return { payoutMicro: offer.micro, currency: offer.currency };
  const own = terms.type_payouts.find((each) => each.type === type.code)?.payout;
  if (own === undefined && type.payoutMicro !== null) return { payoutMicro: type.payoutMicro, currency: type.currency };
  return { payoutMicro: toMicro(own ?? terms.default_payout), currency: terms.payout_currency };
}

/** A click ID that names an offer of somebody else, or none that exists, counts as one without. */
export function withOwnOffer<Input extends { accountId: number; fields: ReportedFields }>(
  input: Input,
  offers: ReadonlyMap<number, OfferPayout>,
): Input {
  const { offerId, ...fields } = input.fields;
  if (offerId === undefined || offers.get(offerId)?.accountId === input.accountId) return input;
  return { ...input, fields };
}
