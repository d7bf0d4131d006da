import { type LanderMacro, type Macro, SUBS } from '@poklik/contract/routing';
import { forwardQuery } from '@poklik/domain/routing/destination-template';
import type { CompiledCampaign } from '../../campaigns/compiled-campaign.ts';
import type { CompiledLander } from '../../campaigns/lander-index.ts';
import type { ClickContext, DetectedVisitor, LinkParameters } from '../click-context.ts';
import type { Visit } from '../visit.ts';

/** What macros stand for. */
export interface MacroSource {
  campaign: CompiledCampaign;
  clickId: string;
  visitor: Pick<DetectedVisitor, 'facts'>;
  parameters: Pick<LinkParameters, 'subs' | 'externalId'> & { cost: Pick<LinkParameters['cost'], 'text'> };
  visit: Pick<Visit, 'now' | 'random'>;
}

/** The chosen destination with its macros filled in. Only the owner's own text decides scheme and host. */
export function buildFinalUrl(click: ClickContext): undefined {
  const { campaign, visit, choice, sources } = click;
  const lander = choice.lander && sources.landers.find(choice.lander.id);
  const template =
    choice.offerId === undefined ? campaign.templates.get(choice.url) : sources.offers.find(choice.offerId)?.template;
  const filled = lander
    ? landerUrl(lander, click.pass, click)
    : (template?.((name) => macroValue(name, click)) ?? choice.url);
  click.finalUrl = campaign.settings.forward_query && visit.query !== '' ? forwardQuery(filled, visit.query) : filled;
}

/** The pass is appended, unless the owner says where it goes. */
export function landerUrl(
  { template, macros, id }: Pick<CompiledLander, 'template' | 'macros' | 'id'>,
  pass: string,
  source: MacroSource,
): string {
  const filled = template((name) => landerMacro(name, { pass, id, source }));
  return macros.includes('pass') ? filled : forwardQuery(filled, `pk=${pass}`);
}

function landerMacro(
  name: LanderMacro,
  { pass, id, source }: { pass: string; id: number; source: MacroSource },
): string {
  if (name === 'pass') return pass;
  return name === 'lander_id' ? String(id) : macroValue(name, source);
}

export function macroValue(name: Macro, { campaign, clickId, visitor, parameters, visit }: MacroSource): string {
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
