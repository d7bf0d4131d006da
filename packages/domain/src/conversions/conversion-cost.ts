import type { CampaignSettings, ConversionStatus } from '@poklik/contract/campaigns';
import { toMicro } from '../money/amount.ts';

type Priced = Pick<CampaignSettings, 'cost_model' | 'cost_value'>;

/**
 * Cost of a conversion in micro units: a fixed price (`cpa`, in the campaign's cost currency) or a percentage of the
 * payout (`revshare`, in the payout currency). Only approved conversions cost anything.
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
