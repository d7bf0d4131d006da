import { hash } from 'node:crypto';
import { SUBS } from '@poklik/contract/routing';
import { firstLinkId } from '@poklik/domain/clicks/source-ids';
import type { CompiledCampaign } from '../campaigns/compiled-campaign.ts';
import { parseLinkParameters } from '../clicks/steps/link-parameters.ts';

const TAG_CHARS = 16;

/**
 * Stands for the ad that a page was opened from: its identifier, or else the campaign's own parameters. Empty without
 * both. A page that is reloaded has the same one.
 */
export function adTagOf(campaign: CompiledCampaign, query: string): string {
  const id = firstLinkId(query);
  if (id) return shorten(`${id.kind} ${id.value}`);
  const { subs, externalId } = parseLinkParameters(campaign, query);
  const values = [...subs.slice(0, SUBS.length), externalId];
  return values.every((value) => value === '') ? '' : shorten(values.join('\n'));
}

const shorten = (text: string): string => hash('sha256', text, 'base64url').slice(0, TAG_CHARS);
