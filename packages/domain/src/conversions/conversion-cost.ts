import type { CampaignSettings, ConversionStatus } from '@poklik/contract/campaigns';
import { toMicro } from '../money/amount.ts';

type Priced = Pick<CampaignSettings, 'cost_model' | 'cost_value'>;

/**
 * What a traffic source gets for a conversion, in millionths: a price for each (`cpa`, in the campaign's currency of
 * costs) or a share in percent of the payout (`revshare`, in that of the payout). Only what is approved costs anything.
 */
export function costOfConversion(
  { cost_model, cost_value }: Priced,
  { status, payoutMicro }: { status: ConversionStatus; payoutMicro: bigint },
): { micro: bigint; isShare: boolean } {
  const isShare = cost_model === 'revshare';
  if (status !== 'approved') return { micro: 0n, isShare };
  if (isShare) return { micro: (payoutMicro * toMicro(cost_value)) / 100_000_000n, isShare };
  return { micro: cost_model === 'cpa' ? toMicro(cost_value) : 0n, isShare };
}
