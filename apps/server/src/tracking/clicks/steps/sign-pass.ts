import { type Macro, SUBS } from '@poklik/contract/routing';
import type { Pass } from '@poklik/domain/landers/pass';
import { listChain } from '@poklik/domain/offers/reach-offer';
import { listMacros } from '@poklik/domain/routing/destination-template';
import type { PlannedLander } from '@poklik/domain/routing/routing-plan';
import { passCookie } from '../../passes/pass-cookies.ts';
import type { ClickContext, ClickSources, LinkParameters } from '../click-context.ts';

/** A visitor on the way to a lander takes the click along. */
export function signPass(click: ClickContext): undefined {
  const { choice, sources, campaign } = click;
  if (!choice.lander) return;
  const lander = sources.landers.find(choice.lander.id);
  if (!lander) return;
  click.pass = sources.passes.sign(passOf(click, choice.lander));
  click.passCookie = passCookie(lander.key, click.pass, {
    days: campaign.settings.attribution_days,
    isSecure: sources.isSecure(),
  });
}

export const passOf = (click: ClickContext, lander: PlannedLander): Pass => ({
  clickId: click.clickId,
  version: click.campaign.version,
  landerId: lander.id,
  step: 1,
  rule: click.choice.rule,
  destination: click.choice.destination,
  uid: lander.uid,
  outcome: click.blackListMatch.outcome,
  isBot: click.visitor.isBot,
  facts: click.visitor.facts,
  values: valuesFor(click, lander),
});

/** Values that only the link has, as far as a page or an offer behind the lander asks for them. */
function valuesFor({ sources, campaign, parameters, tag }: ClickContext, lander: PlannedLander): Pass['values'] {
  const asked = askedMacros(lander, sources);
  for (const name of listMacros(campaign.settings.default_url)) asked.add(name);
  const names: readonly Macro[] = [...SUBS, 'external_id', 'cost', 'tag'];
  return names.flatMap((name) => {
    const value = !asked.has(name) ? '' : name === 'tag' ? tag : linkValue(name, parameters);
    return value === '' ? [] : [[name, value] as const];
  });
}

const linkValue = (name: Macro, { subs, externalId, cost }: LinkParameters): string => {
  if (name === 'external_id') return externalId;
  return name === 'cost' ? cost.text : (subs[(SUBS as readonly string[]).indexOf(name)] ?? '');
};

/** What is behind a lander in the plan of a campaign, which never changes. */
interface Behind {
  macros: readonly string[];
  offerIds: readonly number[];
  landerIds: readonly number[];
}
const known = new WeakMap<PlannedLander, Behind>();

function listBehind(lander: PlannedLander): Behind {
  const before = known.get(lander);
  if (before) return before;
  const targets = lander.slots.flat();
  const landers = targets.flatMap((target) => target.lander ?? []);
  const deeper = landers.map(listBehind);
  const behind: Behind = {
    macros: [...targets.flatMap(({ url }) => listMacros(url)), ...deeper.flatMap(({ macros }) => macros)],
    offerIds: [...targets.flatMap(({ offerId }) => offerId ?? []), ...deeper.flatMap(({ offerIds }) => offerIds)],
    landerIds: [...landers.map(({ id }) => id), ...deeper.flatMap(({ landerIds }) => landerIds)],
  };
  known.set(lander, behind);
  return behind;
}

function askedMacros(lander: PlannedLander, { offers, landers }: ClickSources): Set<string> {
  const { macros, offerIds, landerIds } = listBehind(lander);
  const asked = new Set(macros);
  for (const id of offerIds)
    for (const offer of listChain(id, offers.find)) for (const name of offer.macros) asked.add(name);
  for (const id of landerIds) for (const name of landers.find(id)?.macros ?? []) asked.add(name);
  return asked;
}
