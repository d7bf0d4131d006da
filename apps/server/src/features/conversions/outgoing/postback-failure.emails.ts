import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';
import { campaigns } from '../../../stores/tables/campaigns.ts';
import { conversions, outgoingPostbacks } from '../../../stores/tables/conversions.ts';
import { teamMembers } from '../../../stores/tables/users.ts';
import { notifyWithEmail } from '../../notifications/notifications.service.ts';

/** Notifies the owner about failed outgoing postbacks, at most once a day per campaign. */
export async function notifyPostbackFailure(tx: Database, postbackId: number): Promise<void> {
  const [failed] = await tx
    .select({
      campaignId: campaigns.id,
      campaign: campaigns.name,
      accountId: campaigns.accountId,
      ownerId: teamMembers.userId,
      url: outgoingPostbacks.url,
      name: outgoingPostbacks.name,
    })
    .from(outgoingPostbacks)
    .innerJoin(conversions, eq(conversions.id, outgoingPostbacks.conversionId))
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaignId))
    .innerJoin(teamMembers, and(eq(teamMembers.accountId, campaigns.accountId), eq(teamMembers.role, 'OWNER')))
    .where(eq(outgoingPostbacks.id, postbackId));
  if (!failed || failed.ownerId === null) return;
  const { campaignId, campaign, accountId, ownerId, url, name } = failed;
  const [earlier] = await tx
    .select({ id: outgoingPostbacks.id })
    .from(outgoingPostbacks)
    .innerJoin(conversions, eq(conversions.id, outgoingPostbacks.conversionId))
    .where(
      and(
        eq(conversions.campaignId, campaignId),
        eq(outgoingPostbacks.state, 'failed'),
        ne(outgoingPostbacks.id, postbackId),
        gt(outgoingPostbacks.triedAt, sql`now() - interval '1 day'`),
      ),
    )
    .limit(1);
  if (earlier) return;
  const values = { campaign, host: url === '' ? name : new URL(url).host };
  await notifyWithEmail(tx, { id: ownerId, accountId }, 'postback_failing', values, 'conversions');
}
