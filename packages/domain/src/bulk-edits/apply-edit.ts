import type { CampaignEdit } from '@poklik/contract/bulk-edits';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { CampaignParameter } from '@poklik/contract/link-parameters';
import { type Destination, SUBS } from '@poklik/contract/routing';
import { listTargets, mapTargets, replaceLander, replaceOffer } from '../routing/targets.ts';

type Editable = Pick<
  CampaignSettings,
  'default_url' | 'destinations' | 'rules' | 'cost_model' | 'cost_value' | 'cost_currency' | 'params'
>;

/** The settings after an edit. Destinations and rules keep their identity, so nothing that was learned is lost. */
export function applyEdit<S extends Editable>(settings: S, { url, offer, lander, cost, params }: CampaignEdit): S {
  let edited = settings;
  if (url) edited = replaceUrls(edited, url);
  if (offer) edited = replaceOffer(edited, offer.from, offer.to);
  if (lander) edited = replaceLander(edited, lander.from, lander.to);
  if (cost) edited = { ...edited, cost_model: cost.model, cost_value: cost.value, cost_currency: cost.currency };
  if (params) edited = { ...edited, params: replaceParameters(edited.params, params) };
  return edited;
}

const isPlain = ({ offer_id, lander_id }: Destination): boolean => offer_id == null && lander_id == null;

function replaceUrls<S extends Editable>(settings: S, { match, from, to }: NonNullable<CampaignEdit['url']>): S {
  const replaced = (url: string): string => {
    if (match === 'whole') return url === from ? to : url;
    return url.startsWith(from) ? to + url.slice(from.length) : url;
  };
  return mapTargets({ ...settings, default_url: replaced(settings.default_url) }, (target) =>
    isPlain(target) ? { ...target, url: replaced(target.url) } : target,
  );
}

/** A changed parameter keeps its place; new ones come last. */
function replaceParameters(
  params: readonly CampaignParameter[],
  changes: NonNullable<CampaignEdit['params']>,
): CampaignParameter[] {
  const bySub = new Map(changes.map((change) => [change.sub, change]));
  const named = ({ sub, name, macro }: (typeof changes)[number]): CampaignParameter[] =>
    name === null ? [] : [{ name, macro, sub }];
  const known = new Set(params.map(({ sub }) => sub));
  return [
    ...params.flatMap((param) => {
      const change = bySub.get(param.sub);
      return change ? named(change) : [param];
    }),
    ...changes.filter(({ sub }) => !known.has(sub)).flatMap(named),
  ];
}

/** The settings with what an edit can change as it was before. Hidden costs stay. */
export function revertEdit<S extends Editable>(settings: S, former: Editable | undefined, seesMoney: boolean): S {
  if (!former) return settings;
  const { default_url, destinations, rules, params, cost_model, cost_value, cost_currency } = former;
  const routed = { ...settings, default_url, destinations, rules, params };
  return seesMoney ? { ...routed, cost_model, cost_value, cost_currency } : routed;
}

export interface EditedField {
  /** Path in the settings; `params.sub3` for a parameter. */
  field: string;
  before: string;
  after: string;
}

/** What an edit changed. It never adds or removes destinations. */
export function listEditedFields(before: Editable, after: Editable): EditedField[] {
  const former = listTargets(before);
  const targets = listTargets(after).flatMap(({ path, target }, at) => {
    const was = former[at]?.target ?? target;
    return (['url', 'offer_id', 'lander_id'] as const)
      .filter((name) => name !== 'url' || isPlain(target))
      .map((name) => ({ field: `${path}.${name}`, before: text(was[name]), after: text(target[name]) }));
  });
  const own = (['default_url', 'cost_model', 'cost_value', 'cost_currency'] as const).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
  const params = SUBS.map((sub) => ({
    field: `params.${sub}`,
    before: parameterText(before.params, sub),
    after: parameterText(after.params, sub),
  }));
  return [...own.slice(0, 1), ...targets, ...own.slice(1), ...params].filter((each) => each.before !== each.after);
}

const text = (value: string | number | null | undefined): string => String(value ?? '');

const parameterText = (params: readonly CampaignParameter[], sub: (typeof SUBS)[number]): string => {
  const param = params.find((each) => each.sub === sub);
  return param ? `${param.name}=${param.macro}` : '';
};
