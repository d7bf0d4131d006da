import { DOMAIN_CHECKS, type Domain, type DomainCheckState } from '@poklik/contract/domains';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatExactTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './domain-card.module.css';

const ICONS = { ok: CircleCheck, waiting: Clock, failed: CircleAlert } satisfies Record<DomainCheckState, unknown>;

/** What each check found and what to change. */
export function DomainChecks({ checks }: Pick<Domain, 'checks'>) {
  const { t } = useTranslation('domains');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return (
    <ul className={css.checks} aria-label={t('checks')}>
      {DOMAIN_CHECKS.map((name) => {
        const { state, message, at } = checks[name];
        const Icon = ICONS[state];
        return (
          <li key={name} className={css.check} data-state={state}>
            <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
            <div className={css.found}>
              <strong className={css.checkName}>
                {t(`check.${name}`)} <span className={css.unseen}>{t(`state.${state}`)}</span>
              </strong>
              <span title={at === null ? undefined : formatExactTime(language, at, timezone)}>{message}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
