import type { LinkState } from '@poklik/contract/link-checks';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatExactTime, formatRelative } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import css from './offers.module.css';

/** What the last check of a URL found. */
export function LinkCell({ link }: { link: LinkState | null }) {
  const { t } = useTranslation('offers');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  if (link === null) return '—';
  const { state, checked_at: checkedAt } = link;
  return (
    <span title={t('link.checked', { time: formatExactTime(language, checkedAt, timezone) })}>
      <Badge kind={state === 'failing' ? 'danger' : 'success'} shape={state === 'failing' ? 'cross' : 'dot'}>
        {t(`link.${state}`)}
      </Badge>
      <LinkFinding link={link} />
    </span>
  );
}

/** What is wrong, if anything is. */
function LinkFinding({ link: { status, problem, failing_since: since } }: { link: LinkState }) {
  const { t } = useTranslation('offers');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  if (since === null) return null;
  const found = problem === null ? t('link.status', { status }) : t(`link.problems.${problem}`);
  return (
    <small className={css.note}>
      {t('link.since', { found, since: formatRelative(language, since, timezone, new Date()) })}
    </small>
  );
}
