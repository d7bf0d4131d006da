import type { NotificationKind } from '@poklik/contract/notifications';
import type { StoredDomainCheck } from '@poklik/domain/domains/domain-checks';
import { and, eq } from 'drizzle-orm';
import { inEachLanguage } from '../../i18n/each-language.ts';
import { translator } from '../../i18n/translate.ts';
import type { Database } from '../../stores/postgres.ts';
import { teamMembers } from '../../stores/tables/users.ts';
import { listCampaignsOnDomain } from '../campaigns/campaigns.repo.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import { checkMessage } from './domain.response.ts';
import { type DomainRow, listDomains } from './domains.repo.ts';
import { displayHost } from './link-origins.service.ts';

type Kind = Extract<NotificationKind, `domain_${string}`>;

/** More would hide the message. */
const NAMED_CAMPAIGNS_MAX = 10;

/** Names the campaigns and the spare domains they could be switched to. */
export async function notifyDomainFailing(tx: Database, domain: DomainRow): Promise<void> {
  const { accountId, id } = domain;
  const using = (await listCampaignsOnDomain(tx, accountId, id)).filter(
    ({ domainId, status }) => domainId === id && status !== 'archived',
  );
  const hosts = new Map((await listDomains(tx, accountId)).map((row) => [row.id, displayHost(row.host)]));
  const campaigns = inEachLanguage('campaigns', (language) => {
    const say = translator(language);
    const named = using.slice(0, NAMED_CAMPAIGNS_MAX).map(({ name, spareDomainId }) => {
      const spare = spareDomainId === null ? undefined : hosts.get(spareDomainId);
      return spare === undefined
        ? say('domains.campaign_without_spare', { campaign: name })
        : say('domains.campaign_with_spare', { campaign: name, spare });
    });
    if (named.length === 0) return say('domains.no_campaigns');
    return named.join(', ') + (using.length > named.length ? ', …' : '');
  });
  await notifyOwner(tx, domain, 'domain_failing', { ...reasons(domain), ...campaigns });
}

export const notifyDomainExpired = (tx: Database, domain: DomainRow): Promise<void> =>
  notifyOwner(tx, domain, 'domain_expired', reasons(domain));

export const notifyDomainSuspended = (tx: Database, domain: DomainRow, reason: string): Promise<void> =>
  notifyOwner(tx, domain, 'domain_suspended', { reason });

async function notifyOwner(
  tx: Database,
  { host, accountId }: DomainRow,
  kind: Kind,
  values: Record<string, string>,
): Promise<void> {
  const [owner] = await tx
    .select({ id: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.accountId, accountId), eq(teamMembers.role, 'OWNER')));
  if (!owner?.id) return;
  const recipient = { id: owner.id, accountId };
  await notifyWithEmail(tx, recipient, kind, { domain: displayHost(host), ...values }, 'campaign?tab=domains');
}

/** The first check that failed. */
function reasons({ host, checks }: DomainRow): Record<string, string> {
  const failed = [checks.ownership, checks.dns, checks.reachable].find(
    (check): check is StoredDomainCheck => check?.state === 'failed',
  );
  return inEachLanguage('reason', (language) => (failed ? checkMessage(language, host, failed) : ''));
}
