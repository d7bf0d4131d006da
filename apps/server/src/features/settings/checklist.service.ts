import { CHECKLIST, type ChecklistItem } from '@poklik/contract/settings';
import { releasesInForce } from '@poklik/domain/legal/releases-in-force';
import type { Caller } from '../../http/caller.ts';
import { providerNames } from '../../payments/configured-provider.ts';
import type { Services } from '../../services.ts';
import { hasTwoFactor } from '../auth/two-factor.service.ts';
import { hasBackup } from '../backups/backups.service.ts';
import { countOperators, hasPaymentEvent, wasAudited } from './checklist.repo.ts';

/** In the audit log when a test succeeds. */
export const EMAIL_TESTED = 'settings.email_tested';
export const PROVIDER_TESTED = 'settings.provider_tested';

/** Facts about the installation, none of them ticked by hand. */
export async function getChecklist(
  { db, config, log }: Services,
  caller: Caller,
): Promise<{ item: ChecklistItem; done: boolean }[]> {
  const { publicUrl, smtpUrl, brand, vat, invoices, terms, legal } = config;
  const takingMoney = providerNames(config).filter((name) => name !== 'sandbox');
  const [isEmailTested, isProviderTested, hasTariffs, hasWebhook, operators, isProtected, isBackedUp] =
    await Promise.all([
      wasAudited(db, [EMAIL_TESTED]),
      wasAudited(db, [PROVIDER_TESTED]),
      wasAudited(db, ['tariff.created', 'tariff.changed']),
      hasPaymentEvent(db, takingMoney),
      countOperators(db),
      hasTwoFactor(db, caller.userId),
      hasBackup({ config, log }),
    ]);
  const done: Record<ChecklistItem, boolean> = {
    https: publicUrl.startsWith('https:'),
    email: smtpUrl !== undefined && isEmailTested,
    two_factor: isProtected,
    logo: brand.logoLight !== null || brand.logoDark !== null,
    seller: invoices.seller.details !== '' || vat.country !== null,
    tariffs: hasTariffs,
    legal: terms !== null || releasesInForce(legal, new Date()).some(({ slug }) => slug === 'terms'),
    provider: takingMoney.length > 0 && isProviderTested,
    webhook: hasWebhook,
    second_operator: operators > 1,
    backup: isBackedUp,
  };
  return CHECKLIST.map((item) => ({ item, done: done[item] }));
}
