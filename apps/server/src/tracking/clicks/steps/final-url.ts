import { type Macro, SUBS } from '@poklik/contract/routing';
import { forwardQuery } from '@poklik/domain/routing/destination-template';
import type { ClickContext } from '../click-context.ts';

/** The chosen destination with its macros filled in. Only the owner's own text decides scheme and host. */
export function buildFinalUrl(click: ClickContext): undefined {
  const { campaign, visit, choice, sources } = click;
  const template =
    choice.offerId === undefined ? campaign.templates.get(choice.url) : sources.offers.find(choice.offerId)?.template;
  const filled = template?.((name) => macroValue(name, click)) ?? choice.url;
  click.finalUrl = campaign.settings.forward_query && visit.query !== '' ? forwardQuery(filled, visit.query) : filled;
}

function macroValue(name: Macro, { campaign, clickId, visitor, parameters, visit }: ClickContext): string {
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
      return String(Math.floor(visit.now / 1_000));
    case 'random':
      return String(visit.random).padStart(6, '0');
    case 'country':
    case 'language':
    case 'device':
    case 'os':
    case 'browser':
      return visitor.facts[name];
    default:
      return parameters.subs[SUBS.indexOf(name)] ?? '';
  }
}
