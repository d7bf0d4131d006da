import { type Macro, SUBS } from '@poklik/contract/routing';
import { forwardQuery } from '@poklik/domain/routing/destination-template';
import type { CompiledCampaign } from '../../campaigns/compiled-campaign.ts';
import type { CompiledLander } from '../../campaigns/lander-index.ts';
import type { CompiledOffer } from '../../campaigns/offer-index.ts';
import type { ClickContext, DetectedVisitor, LinkParameters } from '../click-context.ts';
import type { Visit } from '../visit.ts';

/** What macros stand for. */
export interface MacroSource {
  campaign: CompiledCampaign;
  clickId: string;
  visitor: Pick<DetectedVisitor, 'facts'>;
  parameters: Pick<LinkParameters, 'subs' | 'externalId'> & { cost: Pick<LinkParameters['cost'], 'text'> };
  visit: Pick<Visit, 'now' | 'random'>;
  /** The identifier that the traffic source gave. */
  tag: string;
}

/** Where a URL is on the visitor's way. */
interface Place {
  offer?: Pick<CompiledOffer, 'id' | 'network'> | undefined;
  landerId?: number;
  /** How many landers were on the way, this one included. */
  step: number;
}

const FIRST: Place = { step: 0 };

/** The chosen destination with its macros filled in. Only the owner's own text decides scheme and host. */
export function buildFinalUrl(click: ClickContext): undefined {
  const { campaign, visit, choice, sources } = click;
  const lander = choice.lander && sources.landers.find(choice.lander.id);
  const offer = choice.offerId === undefined ? undefined : sources.offers.find(choice.offerId);
  const template = choice.offerId === undefined ? campaign.templates.get(choice.url) : offer?.template;
  const place = offer ? { offer, step: 0 } : FIRST;
  const filled = lander
    ? landerUrl(lander, { pass: click.pass, step: 1 }, click)
    : (template?.((name) => macroValue(name, click, place)) ?? choice.url);
  click.finalUrl = campaign.settings.forward_query && visit.query !== '' ? forwardQuery(filled, visit.query) : filled;
}

/** The pass is appended, unless the owner says where it goes. */
export function landerUrl(
  { template, macros, id }: Pick<CompiledLander, 'template' | 'macros' | 'id'>,
  { pass, step }: { pass: string; step: number },
  source: MacroSource,
): string {
  const place = { landerId: id, step };
  const filled = template((name) => (name === 'pass' ? pass : macroValue(name, source, place)));
  return macros.includes('pass') ? filled : forwardQuery(filled, `pk=${pass}`);
}

export function macroValue(
  name: Macro,
  { campaign, clickId, visitor, parameters, visit, tag }: MacroSource,
  { offer, landerId, step }: Place,
): string {
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
    case 'offer_id':
      return offer ? String(offer.id) : '';
    case 'lander_id':
      return landerId === undefined ? '' : String(landerId);
    case 'network':
      return offer?.network ?? '';
    case 'step':
      return String(step);
    case 'tag':
      return tag;
    default:
      return parameters.subs[SUBS.indexOf(name)] ?? '';
  }
}
