import { domainToUnicode } from 'node:url';
import { ROLES } from '@poklik/contract/roles';
import type { CertificateAlarm } from '@poklik/domain/certificates/certificate-schedule';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { inEachLanguage } from '../../i18n/each-language.ts';
import { translator } from '../../i18n/translate.ts';
import type { Database } from '../../stores/postgres.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';
import { teamMembers, users } from '../../stores/tables/users.ts';
import { notifyWithEmail } from '../notifications/notifications.service.ts';
import type { CertificateRow } from './certificates.repo.ts';

interface Recipient {
  id: number;
  accountId: number;
}

/** Tells the owner of an own domain; operators are told about all other hosts. */
export async function notifyCertificateAlarm(
  tx: Database,
  { host, lastError, notAfter }: CertificateRow,
  alarm: CertificateAlarm,
): Promise<void> {
  const owner = await findOwner(tx, host);
  const recipients = owner ? [owner] : await listOperators(tx);
  const values = {
    domain: host.startsWith('*.') ? host : domainToUnicode(host) || host,
    ...inEachLanguage('reason', (language) => lastError ?? translator(language)('domains.certificate_not_ordered')),
    expires: notAfter?.toISOString().slice(0, 10) ?? '–',
  };
  const screen = owner ? 'campaign?tab=domains' : 'campaign';
  for (const recipient of recipients) await notifyWithEmail(tx, recipient, `certificate_${alarm}`, values, screen);
}

async function findOwner(tx: Database, host: string): Promise<Recipient | undefined> {
  const [owner] = await tx
    .select({ id: teamMembers.userId, accountId: trackingDomains.accountId })
    .from(trackingDomains)
    .innerJoin(teamMembers, eq(teamMembers.accountId, trackingDomains.accountId))
    .where(
      and(
        eq(trackingDomains.host, host),
        eq(trackingDomains.kind, 'own'),
        isNull(trackingDomains.removedAt),
        inArray(trackingDomains.status, ['active', 'failing', 'suspended']),
        eq(teamMembers.role, 'OWNER'),
      ),
    );
  return owner?.id ? { id: owner.id, accountId: owner.accountId } : undefined;
}

const listOperators = (tx: Database): Promise<Recipient[]> =>
  tx.select({ id: users.id, accountId: users.accountId }).from(users).where(eq(users.role, ROLES.SUPER_ADMIN));
