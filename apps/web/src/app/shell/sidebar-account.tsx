import type { Profile } from '@poklik/contract/profile';
import { ROLES } from '@poklik/contract/roles';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission } from '../../api/current-user.ts';
import { formatInteger, formatMoney, formatPercent } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Meter } from '../../ui/meter.tsx';
import { useSubscription } from '../../widgets/billing/subscription.queries.ts';
import css from './sidebar-account.module.css';

interface SidebarAccountProps {
  profile: Profile;
  onFollow: () => void;
}

/** Balance and used events of a customer, each leading to where they are changed. */
export function SidebarAccount({ profile, onFollow }: SidebarAccountProps) {
  const { t } = useTranslation('sidebar');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const isCustomer = profile.role !== ROLES.SUPER_ADMIN;
  const balance = isCustomer && hasPermission(profile, 'billing:read') ? profile.balance : null;
  const seesUsage = isCustomer && hasPermission(profile, 'tariffs:read');
  if (!balance && !seesUsage) return null;
  return (
    <div className={css.account}>
      {balance && (
        <Link className={css.line} to={localizedPath(paths.billing)} onClick={onFollow}>
          <span>{t('account.balance')}</span>
          <span className={css.amount}>{formatMoney(language, balance.available, profile.currency)}</span>
        </Link>
      )}
      {seesUsage && (
        <Link className={css.usage} to={localizedPath(paths.tariffs)} onClick={onFollow}>
          <EventUsage />
        </Link>
      )}
    </div>
  );
}

function EventUsage() {
  const { t } = useTranslation('sidebar');
  const language = useLanguage();
  const { used = null, limit = null } = useSubscription().data?.usage.events ?? {};
  const number = (value: number | null) => formatInteger(language, value);
  const hasShare = used !== null && limit !== null && limit > 0;
  return (
    <span title={hasShare ? t('account.of', { used: number(used), limit: number(limit) }) : undefined}>
      <Meter
        label={t('account.events')}
        used={used}
        limit={limit}
        value={hasShare ? formatPercent(language, used / limit, 0) : number(used)}
      />
    </span>
  );
}
