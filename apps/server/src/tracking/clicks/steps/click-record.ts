import type { ClickContext } from '../click-context.ts';
import { escapeField } from '../record-field.ts';

const FINAL_URL_MAX = 4_096;
const HOST_MAX = 255;

export function assignClickId(click: ClickContext): undefined {
  click.clickId = click.sources.clickId(click.visit.now, click.campaign.id);
}

export function buildRecord(click: ClickContext): undefined {
  click.record = clickRecord(click);
}

/** The record of a click: the fields of CLICK_COLUMNS, tab-separated. The last ones are left out where they are empty. */
export function clickRecord(click: ClickContext): string {
  const { campaign, visit, choice, blackListMatch, visitor, parameters } = click;
  const { facts } = visitor;
  let subs = '';
  for (let slot = 0; slot < 10; slot += 1) subs += `${escapeField(parameters.subs[slot] as string)}\t`;
  return (
    `${click.clickId}\t${visit.now}\t${campaign.fields.identity}\t${choice.rule}\t${choice.destination}\t` +
    `${blackListMatch.outcome}\t${blackListMatch.entryId}\t${visitor.isBot ? 1 : 0}\t${click.visitorHash}\t` +
    `${campaign.settings.uniqueness_hours}\t${click.address}\t${facts.country}\t${facts.language}\t${facts.device}\t` +
    `${facts.os}\t${facts.browser}\t${visitor.userAgent}\t${referrerHost(visit.referrer)}\t` +
    `${campaign.fields.trafficSource}\t${subs}${escapeField(parameters.externalId)}\t` +
    `${parameters.cost.micro}\t${campaign.settings.cost_currency}\t${parameters.cost.model}\t${visit.random}\t` +
    `${escapeField(click.finalUrl.slice(0, FINAL_URL_MAX))}\t${click.state}` +
    targetFields(click)
  );
}

/** Most clicks go to a plain URL, and their links have no identifiers. */
function targetFields({ choice: { offerId, gaveWay, lander }, entry, tagKind, consent }: ClickContext): string {
  const told = tagKind === '' && consent === '' ? '' : `\t${tagKind}\t${consent}`;
  if (lander !== undefined || entry !== '' || told !== '')
    return `\t${offerId ?? 0}\t${gaveWay ?? ''}\t${lander?.id ?? 0}\t${entry}${told}`;
  return offerId === undefined && gaveWay === undefined ? '' : `\t${offerId ?? 0}\t${gaveWay ?? ''}`;
}

/** The lower-case host of an http(s) URL; empty if invalid. */
export function referrerHost(referrer: string): string {
  const [, host = ''] =
    /^https?:\/\/(?:[^/?#@\\]*@)?([a-z0-9._~-]{1,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?(?:[/?#]|$)/i.exec(referrer) ??
    [];
  return host.slice(0, HOST_MAX).toLowerCase();
}
