import { linkClickCost } from '@poklik/domain/campaigns/click-cost';
import { COST_SLOT, type CompiledCampaign, EXTERNAL_ID_SLOT, SLOTS } from '../../campaigns/compiled-campaign.ts';
import type { ClickContext, LinkParameters } from '../click-context.ts';
import { cleanText } from '../record-field.ts';

const PARAMETER_MAX = 255;

export function readParameters(click: ClickContext): undefined {
  click.parameters = parseLinkParameters(click.campaign, click.visit.query);
}

/** Parses the parameters that the campaign uses. The first of repeated parameters wins. */
export function parseLinkParameters(
  campaign: Pick<CompiledCampaign, 'slots' | 'cost' | 'settings'>,
  query: string,
): LinkParameters {
  const values = Array<string>(SLOTS).fill('');
  let isCostSent = false;
  for (let start = 0; start < query.length; ) {
    let end = query.indexOf('&', start);
    if (end < 0) end = query.length;
    const equals = query.indexOf('=', start);
    if (equals > start && equals < end) {
      const slots = campaign.slots.get(decode(query.slice(start, equals)));
      if (slots !== undefined) {
        setValues(values, slots, query.slice(equals + 1, end));
        if (slots.includes(COST_SLOT)) isCostSent = true;
      }
    }
    start = end + 1;
  }
  const externalId = values[EXTERNAL_ID_SLOT] as string;
  // An invalid cost is unknown: the campaign's own price would be a guess.
  const cost = isCostSent ? linkClickCost(campaign.settings, values[COST_SLOT] as string) : campaign.cost;
  return { subs: values, externalId, cost };
}

function setValues(values: string[], slots: readonly number[], sent: string): void {
  const text = cleanText(decode(sent), PARAMETER_MAX);
  for (const slot of slots) if (values[slot] === '') values[slot] = text;
}

/** Decoded once; invalid percent-encoding stays as it is. */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
