import { type Macro, SUBS, type VisitorFacts } from '@poklik/contract/routing';
import { forwardQuery } from '@poklik/domain/campaigns/destination-template';
import type { CompiledCampaign } from '../compiled-campaign.ts';
import type { LinkParameters } from './link-parameters.ts';

export interface UrlParts {
  campaign: CompiledCampaign;
  clickId: string;
  facts: VisitorFacts;
  parameters: LinkParameters;
  query: string;
  now: number;
  random: number;
}

/** The chosen destination with its macros filled in. Only the owner's own text decides scheme and host. */
export function finalUrl(url: string, parts: UrlParts): string {
  const { campaign, query } = parts;
  const filled = campaign.templates.get(url)?.((name) => macroValue(name, parts)) ?? url;
  return campaign.settings.forward_query && query !== '' ? forwardQuery(filled, query) : filled;
}

function macroValue(name: Macro, { campaign, clickId, facts, parameters, now, random }: UrlParts): string {
  switch (name) {
    case 'click_id':
      return clickId;
    case 'campaign_id':
      return String(campaign.id);
    case 'campaign_name':
      return campaign.settings.name;
    case 'external_id':
      return parameters.externalId;
    case 'cost':
      return parameters.cost.text;
    case 'currency':
      return campaign.settings.cost_currency;
    case 'timestamp':
      return String(Math.floor(now / 1_000));
    case 'random':
      return String(random).padStart(6, '0');
    case 'country':
    case 'language':
    case 'device':
    case 'os':
    case 'browser':
      return facts[name];
    default:
      return parameters.subs[SUBS.indexOf(name)] ?? '';
  }
}
