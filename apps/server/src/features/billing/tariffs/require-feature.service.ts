import { AppError } from '@poklik/contract/errors';
import type { PlanFeature } from '@poklik/contract/plan-features';
import { ROLES } from '@poklik/contract/roles';
import { FEATURE_NAMES } from '@poklik/domain/tariffs/feature-names';
import { cheapestWith } from '@poklik/domain/tariffs/included-features';
import type { Caller } from '../../../http/caller.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Database } from '../../../stores/postgres.ts';
import { getAccountTariff, listTariffs } from './tariffs.repo.ts';

/** The refusal names the cheapest plan that includes the feature. Operators have no plan. */
export async function requireFeature(
  db: Database,
  { accountId, role, language }: Pick<Caller, 'accountId' | 'role' | 'language'>,
  feature: PlanFeature,
): Promise<void> {
  if (role !== ROLES.USER || (await getAccountTariff(db, accountId)).features.includes(feature)) return;
  const plan = cheapestWith(await listTariffs(db, null), feature);
  const t = translator(language);
  throw new AppError('feature_not_in_tariff', {
    values: {
      feature: FEATURE_NAMES[feature][language],
      advice: plan ? t('feature.in_plan', { name: plan.name[language] }) : t('feature.in_no_plan'),
    },
  });
}
