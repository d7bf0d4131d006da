import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { MetricCard, MetricCards } from '../../ui/metric-card.tsx';
import { useTransactionsList } from '../../widgets/billing/transactions-table.tsx';
import { useBalances } from './transactions.queries.ts';
import css from './transactions-page.module.css';

/** Transaction history of the current user, or of the user selected by the operator. */
export function History({ userId }: { userId: number | null }) {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const transactions = useTransactionsList(userId);
  const { balance, currency = 'USD' } = transactions.query.data ?? {};
  const money = (amount: string | undefined) =>
    amount === undefined ? undefined : formatMoney(language, amount, currency);
  return (
    <ListPage
      title={t('title')}
      subtitle={userId === null ? undefined : <UserName userId={userId} />}
      actions={userId !== null && <ButtonLink to={localizedPath(paths.transactions)}>{t('to_everybody')}</ButtonLink>}
      above={
        <div className={css.figures}>
          <MetricCards label={t('balance')}>
            <MetricCard label={t('column.available')} value={money(balance?.available)} />
            <MetricCard label={t('column.reserved')} value={money(balance?.reserved)} />
            <MetricCard label={t('column.pending')} value={money(balance?.pending)} />
          </MetricCards>
        </div>
      }
      {...transactions}
    />
  );
}

/** The email of the selected user, if it is on the loaded page of balances. */
function UserName({ userId }: { userId: number }) {
  const { t } = useTranslation('transactions');
  const known = useBalances({ per_page: '100' }).data?.rows.find(({ id }) => id === userId);
  return <>{known?.email ?? t('person', { id: userId })}</>;
}
