import { campaignClickCost } from '@poklik/domain/campaigns/click-cost';
import { findPlannedLander } from '@poklik/domain/routing/routing-plan';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import { ClickContext, type ClickSources, DropReason } from '../clicks/click-context.ts';
import { ENTRY_STEPS, runSteps } from '../clicks/entry-steps.ts';
import { captureIds } from '../clicks/steps/capture-ids.ts';
import { countTowardsCap } from '../clicks/steps/choose-destination.ts';
import { buildRecord } from '../clicks/steps/click-record.ts';
import { buildFinalUrl } from '../clicks/steps/final-url.ts';
import { passOf } from '../clicks/steps/sign-pass.ts';
import type { KnownPass } from '../passes/pass-keys.ts';
import type { FirstRecords, SecondResponse, SecondVisit } from './second-visit.ts';

const FREE = campaignClickCost({ cost_model: 'cpa', cost_value: '0' });

interface Entered {
  pass: KnownPass;
  campaign: CompiledCampaign;
  first: FirstRecords;
}

/** A visitor who came to a lander without a tracking link is a click of the campaign that counts them, if there is one. */
export function enterDirectly(
  sources: ClickSources,
  { visit, landerKey }: { visit: SecondVisit; landerKey: string },
): Entered | SecondResponse {
  const lander = landerKey === '' ? undefined : sources.landers.findByKey(landerKey);
  const campaign = lander?.directCampaignId == null ? undefined : sources.campaigns.findById(lander.directCampaignId);
  if (!lander || !campaign) {
    if (lander && visit.isClick && !sources.deviceOf(visit.userAgent).isBot) sources.landers.countUnknown(lander.id);
    return { kind: 'unknown' };
  }
  const click = new ClickContext(sources, { ...visit, key: campaign.key });
  click.entry = 'direct';
  const reason = runSteps(click, ENTRY_STEPS);
  if (reason !== undefined) return dropped(reason, click);
  click.parameters = { ...click.parameters, cost: FREE };
  const { default_url: url } = campaign.settings;
  if (!click.isOpen) {
    click.choice = { rule: 0, destination: 0, url };
    buildFinalUrl(click);
    buildRecord(click);
    const first = { record: click.record, idsRecord: '' };
    return { ...{ kind: 'redirect', location: click.finalUrl, cookies: [], record: '' }, first, isExcluded: false };
  }
  const planned = findPlannedLander(campaign.plan, { uid: '', id: lander.id }) ?? {
    ...{ uid: '', id: lander.id, step: 1, slots: [] },
  };
  click.choice = { rule: 0, destination: 0, url: lander.url, lander: planned };
  captureIds(click);
  click.pass = sources.passes.sign(passOf(click, planned));
  const pass = sources.passes.open(click.pass);
  if (!pass) throw new Error('a pass that was just signed is not readable');
  buildFinalUrl(click);
  countTowardsCap(click);
  buildRecord(click);
  return { pass, campaign, first: { record: click.record, idsRecord: click.idsRecord } };
}

function dropped(reason: DropReason, click: ClickContext): SecondResponse {
  if (reason === DropReason.blocked)
    return { kind: 'blocked', record: '', first: { record: click.record, idsRecord: '' } };
  return { kind: reason === DropReason.draft || reason === DropReason.unknownLink ? 'unknown' : 'gone' };
}
