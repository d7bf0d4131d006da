import { randomInt } from 'node:crypto';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { POSTBACK_MACROS } from '@poklik/contract/routing';
import { takesCorrections } from '@poklik/domain/connections/platforms';
import { renderRequest, skipReason } from '@poklik/domain/conversions/outgoing-postback';
import { fromMicro } from '@poklik/domain/money/amount';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { type ConversionState, outgoingPostbacks } from '../../../stores/tables/conversions.ts';
import { type ConnectionRow, listConnectionsById } from '../../connections/connections.repo.ts';
import { skipReason as skipConnection } from '../../connections/source-event.service.ts';
import { findNetworkName } from '../../offers/offers.repo.ts';
import type { ConversionRow } from '../recording.repo.ts';

/** Wakes the sender when postbacks are queued. */
export const OUTGOING_CHANNEL = 'outgoing_postbacks_queued';

type OutgoingSettings = Pick<CampaignSettings, 'name' | 'outgoing_postbacks' | 'connection_ids'>;

/** What is compared of a conversion to know whether somebody must be told. */
type TellableState = Pick<ConversionState, 'status' | 'payout_micro' | 'currency'>;

/**
 * Queues the postbacks and connections configured for the conversion's status, if it is new; returns their number. A platform
 * that was told about the earlier state and takes corrections is told about every change.
 */
export async function queueOutgoingPostbacks(
  tx: Database,
  { conversion, before }: { conversion: ConversionRow; before: TellableState | null },
  campaign: OutgoingSettings,
): Promise<number> {
  const hasNewStatus = before?.status !== conversion.status;
  const wanted = campaign.outgoing_postbacks.filter(
    (postback) => hasNewStatus && skipReason(postback, conversion) === null,
  );
  const { accountId, id: conversionId, status } = conversion;
  const { connection_ids: ids } = campaign;
  const connected = ids.length === 0 ? [] : await listConnectionsById(tx, accountId, ids);
  // Google Ads fetches the file itself.
  const sending = connected.filter(({ platform }) => platform !== 'google_file');
  const events = sending.filter((connection) => {
    if (before && isCorrection(connection, before, conversion)) return true;
    return hasNewStatus && skipConnection(connection, conversion) === null;
  });
  const values = wanted.length === 0 ? () => '' : await macroValues(tx, conversion, campaign.name);
  const rows = [
    ...wanted.map((postback) => {
      const { body_type: bodyType, ...request } = renderRequest(postback, values);
      return { accountId, conversionId, status, ...request, bodyType, name: postback.name };
    }),
    ...events.map(({ id: connectionId, name }) => ({
      ...{ accountId, conversionId, status, connectionId, name, url: '', method: 'POST' as const },
    })),
  ];
  if (rows.length === 0) return 0;
  await tx.insert(outgoingPostbacks).values(rows);
  await tx.execute(sql`select pg_notify(${OUTGOING_CHANNEL}, '')`);
  return rows.length;
}

const isCorrection = (connection: ConnectionRow, before: TellableState, { type, ...after }: ConversionRow): boolean =>
  takesCorrections(connection.platform) &&
  skipConnection(connection, { type, status: before.status }) === null &&
  (skipConnection(connection, { type, status: after.status }) !== null ||
    before.payout_micro !== String(after.payoutMicro) ||
    before.currency !== after.currency);

type MacroName = (typeof POSTBACK_MACROS)[number];

/** The values of macros; those that are unknown are empty. */
export async function macroValues(
  db: Database,
  conversion: ConversionRow,
  campaignName: string,
): Promise<(macro: string) => string> {
  const { click } = conversion;
  const { offer_id: offerId = 0, lander_id: landerId = 0, step = 0 } = click;
  const values: Partial<Record<string, string>> & Partial<Record<MacroName, string>> = {
    click_id: conversion.clickId,
    campaign_id: String(conversion.campaignId),
    campaign_name: campaignName,
    country: conversion.country,
    language: click.language,
    device: click.device,
    os: click.os,
    browser: click.browser,
    external_id: click.external_id,
    cost: click.cost,
    currency: click.cost_currency,
    timestamp: String(Math.floor(conversion.receivedAt.getTime() / 1000)),
    random: String(randomInt(1_000_000_000)),
    offer_id: offerId === 0 ? '' : String(offerId),
    lander_id: landerId === 0 ? '' : String(landerId),
    network: offerId === 0 ? '' : await findNetworkName(db, offerId),
    step: String(step),
    status: conversion.status,
    payout: fromMicro(conversion.payoutMicro),
    payout_currency: conversion.currency,
    txid: conversion.transactionId,
    type: conversion.type,
  };
  const subOf = (name: string) => click.subs[Number(/^sub(\d+)$/.exec(name)?.[1]) - 1];
  return (name) => values[name] ?? subOf(name) ?? '';
}
