import type { TrafficState } from '@poklik/domain/campaigns/traffic-state';
import type { BlackListMatch } from '../black-list.ts';
import type { CompiledCampaign } from '../compiled-campaign.ts';
import { escapeField } from '../record-field.ts';
import type { LinkParameters } from './link-parameters.ts';
import type { DetectedVisitor } from './visitor-facts.ts';

const FINAL_URL_MAX = 4_096;
const HOST_MAX = 255;

export interface RecordedClick {
  clickId: string;
  now: number;
  campaign: CompiledCampaign;
  rule: number;
  destination: number;
  blackListMatch: BlackListMatch;
  visitor: DetectedVisitor;
  /** Keyed hash as a decimal number. */
  visitorHash: string;
  /** Full or truncated, as configured. */
  address: string;
  referrer: string;
  parameters: LinkParameters;
  random: number;
  finalUrl: string;
  state: TrafficState;
}

/** The record of a click: the fields of CLICK_COLUMNS, tab-separated. */
export function clickRecord(click: RecordedClick): string {
  const { campaign, blackListMatch, visitor, parameters } = click;
  const { facts } = visitor;
  let subs = '';
  for (let slot = 0; slot < 10; slot += 1) subs += `${escapeField(parameters.subs[slot] as string)}\t`;
  return (
    `${click.clickId}\t${click.now}\t${campaign.fields.identity}\t${click.rule}\t${click.destination}\t` +
    `${blackListMatch.outcome}\t${blackListMatch.entryId}\t${visitor.isBot ? 1 : 0}\t${click.visitorHash}\t` +
    `${campaign.settings.uniqueness_hours}\t${click.address}\t${facts.country}\t${facts.language}\t${facts.device}\t` +
    `${facts.os}\t${facts.browser}\t${visitor.userAgent}\t${referrerHost(click.referrer)}\t` +
    `${campaign.fields.trafficSource}\t${subs}${escapeField(parameters.externalId)}\t` +
    `${parameters.cost.micro}\t${campaign.settings.cost_currency}\t${parameters.cost.model}\t${click.random}\t` +
    `${escapeField(click.finalUrl.slice(0, FINAL_URL_MAX))}\t${click.state}`
  );
}

/** The lower-case host of an http(s) URL; empty if invalid. */
export function referrerHost(referrer: string): string {
  const [, host = ''] =
    /^https?:\/\/(?:[^/?#@\\]*@)?([a-z0-9._~-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?(?:[/?#]|$)/i.exec(referrer) ??
    [];
  return host.slice(0, HOST_MAX).toLowerCase();
}
