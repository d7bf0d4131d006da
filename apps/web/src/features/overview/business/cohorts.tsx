import type { Cohort } from '@poklik/contract/overview-business';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth } from '../../../format/dates.ts';
import { formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { OverviewCard } from '../overview-card.tsx';
import css from './cohorts.module.css';

const BASIS_NAMES = { accounts_share: 'cohorts.accounts', mrr_share: 'business.mrr' } as const;
type Basis = keyof typeof BASIS_NAMES;

/** What is left of the customers of each month. */
export function Cohorts({ cohorts, currency }: { cohorts: readonly Cohort[]; currency: string }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const [basis, setBasis] = useState<Basis>('accounts_share');
  const months = Math.max(0, ...cohorts.map(({ left }) => left.length));
  return (
    <OverviewCard
      title={t('cohorts.title')}
      actions={
        <Segmented<Basis>
          label={t('cohorts.basis')}
          value={basis}
          onChange={setBasis}
          options={[
            { value: 'accounts_share', label: t('cohorts.accounts') },
            { value: 'mrr_share', label: t('business.mrr') },
          ]}
        />
      }
    >
      {cohorts.length === 0 ? (
        <p className={css.none}>{t('cohorts.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className={css.frame} tabIndex={0} aria-label={`${t('cohorts.basis')}: ${t(BASIS_NAMES[basis])}`}>
          <table className={css.table}>
            <thead className={css.head}>
              <tr>
                <th scope="col" className={css.month}>
                  {t('cohorts.month')}
                </th>
                <th scope="col">{t('cohorts.accounts')}</th>
                <th scope="col">{t('business.mrr')}</th>
                {Array.from({ length: months }, (_, later) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a month is its number
                  <th key={later} scope="col">
                    {t('cohorts.later', { count: later })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <tr key={cohort.month}>
                  <th scope="row" className={css.month}>
                    {formatMonth(language, cohort.month)}
                  </th>
                  <td>{formatInteger(language, cohort.accounts)}</td>
                  <td>{formatMoney(language, cohort.mrr, currency)}</td>
                  {Array.from({ length: months }, (_, later) => {
                    const left = cohort.left[later];
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a month is its number
                      <td key={later} data-level={left && Math.min(5, Math.round(left[basis] * 5))}>
                        {left && formatPercent(language, left[basis], 0)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </OverviewCard>
  );
}
