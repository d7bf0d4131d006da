import type { LiveClick } from '@poklik/contract/live-click';
import { BRAND_NAMES } from '@poklik/domain/statistics/brand-names';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCountry } from '../../format/display-names.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Card } from './card.tsx';
import { clockText } from './date-text.ts';
import css from './live-panel.module.css';
import { useLiveClicks } from './statistics.queries.ts';
import { narrowFilter } from './statistics-state.ts';
import type { StatisticsScreen } from './use-statistics-state.ts';

/** Live clicks of all campaigns. */
export function LivePanel({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const clicks = useLiveClicks(true);
  return (
    <Card
      title={
        <span className={css.title}>
          <span className={css.pulse} aria-hidden />
          {t('live.title')}
        </span>
      }
    >
      {clicks === null || clicks.length === 0 ? (
        <p className={css.empty}>{clicks === null ? t('live.waiting') : t('live.empty')}</p>
      ) : (
        <ul className={css.list} aria-label={t('live.title')}>
          {clicks.map((click) => (
            <Click key={click.click_id} click={click} screen={screen} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Memoized, so a new click doesn't re-render the others. */
const Click = memo(function Click({ click, screen }: { click: LiveClick; screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const marks = [
    click.verdict === 'counted' ? null : t(`live.${click.verdict}`),
    click.is_bot ? t('live.bot') : null,
    click.is_unique ? t('live.unique') : null,
  ].filter((mark) => mark !== null);
  return (
    <li className={css.click}>
      <time className={css.time} dateTime={click.at}>
        {clockText(language, click.at, screen.timezone)}
      </time>
      <span className={css.code} title={formatCountry(language, click.country)}>
        {click.country}
      </span>
      <Link
        className={css.campaign}
        to={screen.to({ filters: narrowFilter(screen.state.filters, 'campaign', String(click.campaign.id)) })}
        preventScrollReset
      >
        {click.campaign.name}
      </Link>
      <span className={css.where}>
        {[click.device, click.os, click.browser]
          .map((code, place) =>
            code ? t(`${['device', 'os', 'browser'][place]}.${code}`, { defaultValue: BRAND_NAMES[code] ?? code }) : '',
          )
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={css.marks}>{marks.join(', ')}</span>
    </li>
  );
});
