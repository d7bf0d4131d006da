import type { Business } from '@poklik/contract/overview-business';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInteger, formatMoney, formatMoneyChange } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { OverviewCard } from '../overview-card.tsx';
import type { OverviewPlace } from '../use-overview-place.ts';
import css from './movements-card.module.css';

/** How MRR got from the start to the end of the period. Everything adds up. */
export function MovementsCard({ business, place }: { business: Business; place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { figures, currency } = business;
  return (
    <OverviewCard
      title={t('business.bridge')}
      actions={<Link to={place.toMovements(null)}>{t('business.all_movements')}</Link>}
    >
      <table className={css.table}>
        <thead className={css.head}>
          <tr>
            <th scope="col" className={css.name}>
              {t('business.movement')}
            </th>
            <th scope="col">{t('business.changes')}</th>
            <th scope="col">{t('business.mrr')}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={css.total}>
            <th scope="row" className={css.name}>
              {t('business.opening')}
            </th>
            <td />
            <td>{formatMoney(language, figures.opening.mrr, currency)}</td>
          </tr>
          {figures.movements.map(({ movement, count, mrr }) => (
            <tr key={movement}>
              <th scope="row" className={css.name}>
                <Link to={place.toMovements(movement)}>{t(`movement.${movement}`)}</Link>
              </th>
              <td>{formatInteger(language, count)}</td>
              <td>{formatMoneyChange(language, mrr, currency)}</td>
            </tr>
          ))}
          <tr className={css.total}>
            <th scope="row" className={css.name}>
              {t('business.closing')}
            </th>
            <td />
            <td>
              <Link to={place.toList('paying')}>{formatMoney(language, figures.closing.mrr, currency)}</Link>
            </td>
          </tr>
        </tbody>
      </table>
    </OverviewCard>
  );
}
