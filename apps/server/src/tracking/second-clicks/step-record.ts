import type { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import type { Pass } from '@poklik/domain/landers/pass';
import type { NextChoice } from '@poklik/domain/routing/routing-plan';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import { parseClickTime } from '../clicks/click-id.ts';
import { escapeField } from '../clicks/record-field.ts';

const FINAL_URL_MAX = 4_096;

export interface Step {
  pass: Pass;
  campaign: CompiledCampaign;
  /** As the visitor asked for. */
  slot: number;
  choice: NextChoice;
  draw: number;
  outcome: ClickOutcome;
  isBot: boolean;
  finalUrl: string;
  now: number;
}

/** The record of a second click: the fields of STEP_COLUMNS, tab-separated. */
export function stepRecord({ pass, campaign, slot, choice, draw, outcome, isBot, finalUrl, now }: Step): string {
  const { facts } = pass;
  return [
    ...[now, parseClickTime(pass.clickId), campaign.fields.identity, pass.clickId, pass.step, slot, pass.landerId],
    ...[choice.offerId ?? 0, choice.lander?.id ?? 0, choice.uid, draw, choice.gaveWay ?? ''],
    ...[outcome, isBot ? 1 : 0, pass.rule, pass.destination],
    ...[facts.country, facts.language, facts.device, facts.os, facts.browser, campaign.fields.trafficSource],
    escapeField(finalUrl.slice(0, FINAL_URL_MAX)),
  ].join('\t');
}
