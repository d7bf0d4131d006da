import { CampaignSettings } from '@poklik/contract/campaigns';
import { queueOutgoingPostbacks } from '@poklik/server/features/conversions/outgoing/outgoing.service';
import type { Services } from '@poklik/server/services';
import { campaigns } from '@poklik/server/stores/tables/campaigns';
import { conversionChanges, conversions, outgoingPostbacks } from '@poklik/server/stores/tables/conversions';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { seededRandom } from './traffic.ts';

const DAYS = 14;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const FAILURES = 0.08;
const ATTEMPTS_MAX = 8;
/** From the first attempt to the last one. */
const LAST_ATTEMPT_MS = 1_730 * SECOND_MS;

type Result = Pick<
  typeof outgoingPostbacks.$inferInsert,
  'state' | 'answer' | 'answerBody' | 'error' | 'attempts' | 'triedAt'
>;

/** The log of outgoing postbacks of the last days, once, as if they had been sent. Nothing is sent. */
export async function addDemoDeliveries({ db }: Services): Promise<void> {
  if ((await db.$count(outgoingPostbacks)) > 0) return;
  const changes = await db
    .select({
      conversion: conversions,
      settings: campaigns.settings,
      status: sql<'pending' | 'approved' | 'rejected' | 'chargeback'>`${conversionChanges.after} ->> 'status'`,
      at: conversionChanges.at,
    })
    .from(conversionChanges)
    .innerJoin(conversions, eq(conversions.id, conversionChanges.conversionId))
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaignId))
    .where(
      and(
        gt(conversionChanges.at, new Date(Date.now() - DAYS * DAY_MS)),
        sql`${campaigns.settings} -> 'outgoing_postbacks' <> '[]'::jsonb`,
        sql`${conversionChanges.before} ->> 'status' is distinct from ${conversionChanges.after} ->> 'status'`,
      ),
    )
    .orderBy(asc(conversionChanges.at), asc(conversionChanges.id));
  const random = seededRandom(changes.length);
  await db.transaction(async (tx) => {
    for (const { conversion, settings, status, at } of changes) {
      const reported = { conversion: { ...conversion, status }, before: null };
      await queueOutgoingPostbacks(tx, reported, CampaignSettings.parse(settings));
      await tx
        .update(outgoingPostbacks)
        .set({ ...deliver(at, random), createdAt: at, dueAt: at })
        .where(and(eq(outgoingPostbacks.conversionId, conversion.id), eq(outgoingPostbacks.state, 'waiting')));
    }
  });
}

function deliver(at: Date, random: () => number): Result {
  const isOver = at.getTime() + LAST_ATTEMPT_MS < Date.now();
  if (isOver && random() < FAILURES)
    return {
      ...{ state: 'failed', answer: 503, answerBody: 'Service Unavailable', error: '', attempts: ATTEMPTS_MAX },
      triedAt: new Date(at.getTime() + LAST_ATTEMPT_MS),
    };
  return {
    ...{ state: 'sent', answer: 200, answerBody: '{"status":"ok"}', error: '', attempts: 1 },
    triedAt: new Date(Math.min(at.getTime() + SECOND_MS, Date.now())),
  };
}
