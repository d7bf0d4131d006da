import type { OutgoingPostback } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import type { OutgoingLogEntry, OutgoingTest, outgoingApi } from '@poklik/contract/outgoing';
import { listSecrets, renderRequest, skipReason } from '@poklik/domain/conversions/outgoing-postback';
import { sql } from 'drizzle-orm';
import type { Caller } from '../../../http/caller.ts';
import { pageWindow } from '../../../http/paging.ts';
import { toVisibleRequest } from '../../../outgoing/visible-request.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getDayRange, listConversionsById } from '../conversions.repo.ts';
import { toLogEntry } from './outgoing.response.ts';
import { macroValues, OUTGOING_CHANNEL } from './outgoing.service.ts';
import { copyDeliveries, countDeliveries, listDeliveries } from './outgoing-log.repo.ts';
import { listSecretRows } from './secrets.repo.ts';

const SAMPLE_VALUES: Record<string, string> = {
  ...{ click_id: '01hzy8k2m9', campaign_id: '1', campaign_name: 'Campaign', country: 'UA', language: 'uk' },
  ...{
    device: 'mobile',
    os: 'android',
    browser: 'chrome',
    external_id: 'source-click-id',
    cost: '0.05',
    currency: 'USD',
  },
  ...{
    timestamp: '1767225600',
    random: '123456789',
    offer_id: '7',
    lander_id: '3',
    network: 'Network',
    step: '1',
    payout: '12.5',
    payout_currency: 'USD',
    txid: 'T-1',
    type: 'lead',
  },
};

/** One page of the log. */
export async function listLogPage(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  query: ParsedOf<(typeof outgoingApi)['list']>['query'],
): Promise<{ entries: OutgoingLogEntry[]; total: number }> {
  const { company_id: campaignId, state, search, order = 'desc' } = query;
  const filter = { campaignId, state, search, timeRange: await getDayRange(db, caller.userId, query) };
  const [rows, total] = await Promise.all([
    listDeliveries(db, caller, { ...pageWindow(query), filter, order }),
    countDeliveries(db, caller, filter),
  ]);
  return { entries: rows.map((row) => toLogEntry(row, caller.canSeeMoney)), total };
}

/** The request as it would be sent, with secrets as macros. Sends nothing. */
export async function testPostback(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { postback, conversion_id: id }: { postback: OutgoingPostback; conversion_id?: string | undefined },
): Promise<OutgoingTest> {
  const [conversion] = id === undefined ? [] : await listConversionsById(db, caller, [id]);
  if (id !== undefined && !conversion) throw new AppError('not_found');
  const sample = (name: string) =>
    name === 'status' ? (postback.statuses[0] ?? '') : (SAMPLE_VALUES[name] ?? (/^sub\d+$/.test(name) ? name : ''));
  const values = conversion ? await macroValues(db, conversion, conversion.campaign.name) : sample;
  const request = renderRequest(postback, values);
  const names = new Set((await listSecretRows(db, caller.accountId)).map(({ name }) => name));
  return {
    request: toVisibleRequest(request, caller.canSeeMoney || !conversion),
    skipped: conversion ? skipReason(postback, conversion) : null,
    missing_secrets: listSecrets(request).filter((name) => !names.has(name)),
  };
}

/** Other accounts' deliveries and those that are still waiting are ignored. */
export const replayDeliveries = ({ db }: Pick<Services, 'db'>, caller: Caller, ids: readonly number[]) =>
  db.transaction(async (tx) => {
    const queued = await copyDeliveries(tx, caller, ids);
    if (queued === 0) return 0;
    await recordAudit(tx, {
      actor: caller.userId,
      impersonator: caller.impersonation?.operatorId ?? null,
      account: caller.accountId,
      action: 'outgoing_postback.replayed',
      entity: `outgoing_postback:${ids[0]}`,
      after: { postbacks: queued },
      ip: caller.ip,
    });
    await tx.execute(sql`select pg_notify(${OUTGOING_CHANNEL}, '')`);
    return queued;
  });
