import type { DomainCheckRecord } from '@poklik/domain/domains/domain-checks';
import type { Services } from '../../services.ts';
import { findCertificate } from './certificates.repo.ts';

/** Says what became of the certificate that Poklik orders for a host without HTTPS. A link also works without it. */
export async function explainCertificate(
  { db, config }: Pick<Services, 'db' | 'config'>,
  host: string,
  checks: DomainCheckRecord,
): Promise<DomainCheckRecord> {
  const { certificate } = checks;
  if (!config.acme || certificate?.code !== 'no_https') return checks;
  const row = await findCertificate(db, host);
  const isValid = row?.notAfter != null && row.notAfter.getTime() > Date.now();
  if (isValid) return { ...checks, certificate: { ...certificate, state: 'failed', code: 'certificate_unused' } };
  if (row && row.failures > 0)
    return {
      ...checks,
      certificate: { ...certificate, state: 'failed', code: 'certificate_failed', seen: row.lastError },
    };
  const isPostponed = row?.lastError != null;
  const code = isPostponed ? 'certificate_postponed' : 'certificate_ordered';
  return { ...checks, certificate: { ...certificate, state: 'waiting', code } };
}
