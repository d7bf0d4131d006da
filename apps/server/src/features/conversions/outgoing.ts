import { randomInt } from 'node:crypto';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { POSTBACK_MACROS } from '@poklik/contract/routing';
import { compileDestination, type DestinationTemplate } from '@poklik/domain/campaigns/destination-template';
import { fromMicro } from '@poklik/domain/money/amount';
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { guardedRequest, RefusedAddress } from '../../outgoing/guarded-request.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { enqueue } from '../../stores/queue.ts';
import { outgoingPostbacks } from '../../stores/tables/conversions.ts';
import { tellOfFailure } from './failing-postbacks.ts';
import type { ConversionRow } from './recording.repo.ts';

const TASK = 'send_outgoing_postback';
const ATTEMPTS_MAX = 8;
const ERROR_MAX = 300;

type Told = Pick<CampaignSettings, 'name' | 'outgoing_postbacks'>;

/** Queues what the traffic source wants to hear of a conversion that has come into its state; says how much that is. */
export async function queueOutgoing(tx: Database, conversion: ConversionRow, campaign: Told): Promise<number> {
  const wanted = campaign.outgoing_postbacks.filter(({ statuses }) => statuses.includes(conversion.status));
  for (const { url, method } of wanted) {
    const [row] = await tx
      .insert(outgoingPostbacks)
      .values({
        accountId: conversion.accountId,
        conversionId: conversion.id,
        url: addressFor(url, conversion, campaign.name),
        method,
        status: conversion.status,
      })
      .returning({ id: outgoingPostbacks.id });
    if (row) await enqueue(tx, TASK, row);
  }
  return wanted.length;
}

type Name = (typeof POSTBACK_MACROS)[number];

function addressFor(url: string, conversion: ConversionRow, campaignName: string): string {
  const { click } = conversion;
  const values: Partial<Record<Name, string>> = {
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
    status: conversion.status,
    payout: fromMicro(conversion.payoutMicro),
    payout_currency: conversion.currency,
    txid: conversion.transactionId,
    type: conversion.type,
  };
  const subOf = (name: string) => click.subs[Number(/^sub(\d+)$/.exec(name)?.[1]) - 1];
  const template: DestinationTemplate = compileDestination(url);
  return template((name) => values[name] ?? subOf(name) ?? '');
}

const Delivery = z.object({ id: z.int() });

export const outgoingJobs = (services: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  /** Fails when it should be tried again; the queue waits longer each time. */
  [TASK]: async (payload) => {
    const { id } = Delivery.parse(payload);
    const { db, config } = services;
    const [row] = await db.select().from(outgoingPostbacks).where(eq(outgoingPostbacks.id, id));
    if (row?.state !== 'waiting') return;
    const outcome = await deliver(row, config.outgoing.allowsLoopback);
    const isLast = outcome.isFinal || row.attempts + 1 >= ATTEMPTS_MAX;
    const state = outcome.isSent ? 'sent' : isLast ? 'failed' : 'waiting';
    await db.transaction(async (tx) => {
      await tx
        .update(outgoingPostbacks)
        .set({
          state,
          attempts: row.attempts + 1,
          answer: outcome.answer,
          error: outcome.error.slice(0, ERROR_MAX),
          triedAt: sql`now()`,
        })
        .where(eq(outgoingPostbacks.id, id));
      if (state === 'failed') await tellOfFailure(tx, id);
    });
    if (state === 'waiting') throw new Error(`the traffic source was not told: ${outcome.error || outcome.answer}`);
  },
});

async function deliver(
  { url, method }: typeof outgoingPostbacks.$inferSelect,
  allowsLoopback: boolean,
): Promise<{ isSent: boolean; isFinal: boolean; answer: number | null; error: string }> {
  try {
    const { status } = await guardedRequest(url, { method, allowsLoopback });
    return { isSent: status >= 200 && status < 300, isFinal: false, answer: status, error: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { isSent: false, isFinal: error instanceof RefusedAddress, answer: null, error: message };
  }
}
