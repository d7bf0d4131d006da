import { HandCoins } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import { MetricCard, MetricCards } from '../../ui/metric-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { CommissionsTable } from './commissions-table.tsx';
import { OwnWithdrawals } from './own-withdrawals.tsx';
import { useReferrals } from './referrals.queries.ts';
import css from './referrals-page.module.css';
import { ReferralsTable } from './referrals-table.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const QrCode = lazy(() => import('../../widgets/qr-code.tsx').then((module) => ({ default: module.QrCode })));

const TABS = ['referrals', 'commissions', 'withdrawals'] as const;

export function ReferralsPage() {
  return hasPermission(useCurrentUser(), 'billing:read') ? <Referrals /> : <AccessDenied />;
}

function Referrals() {
  const { t } = useTranslation('referrals');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const reader = useCurrentUser();
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('tab');
  const tab = TABS.find((each) => each === asked) ?? 'referrals';
  const summary = useReferrals({}).data?.summary;
  const [withdrawing, setWithdrawing] = useState(false);
  const link = `${window.location.origin}${localizedPath(paths.registration)}?ref=${reader.referral_code}`;
  const money = (amount: string | undefined) =>
    summary && amount !== undefined ? formatMoney(language, amount, summary.currency) : undefined;
  const count = (value: number | undefined) => (value === undefined ? undefined : formatInteger(language, value));
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={summary && t('terms', { percent: summary.percent, count: summary.hold_days })}
        actions={
          hasPermission(reader, 'billing:write') && (
            <Button
              variant="primary"
              icon={<HandCoins size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setWithdrawing(true)}
            >
              {t('withdraw')}
            </Button>
          )
        }
      />
      <section className={css.link} aria-label={t('link')}>
        <div className={css.field}>
          <CopyField label={t('link')} value={link} />
          <ol className={css.steps}>
            <li>{t('step_1')}</li>
            <li>{t('step_2', { percent: summary?.percent ?? '' })}</li>
            <li>{t('step_3')}</li>
          </ol>
        </div>
        <Suspense fallback={<div className={css.qrPlace} />}>
          <QrCode text={link} name="referral-link" label={t('qr')} downloadLabel={t('qr_download')} />
        </Suspense>
      </section>
      <MetricCards label={t('funnel')}>
        <MetricCard label={t('visits')} value={count(summary?.visits)} />
        <MetricCard label={t('sign_ups')} value={count(summary?.sign_ups)} />
        <MetricCard label={t('paying')} value={count(summary?.paying)} />
        <MetricCard
          label={t('earned')}
          value={money(summary?.earned)}
          note={
            summary &&
            t('earned_parts', {
              available: money(summary.available),
              pending: money(summary.pending),
              paid: money(summary.paid),
            })
          }
        />
      </MetricCards>
      <div className={css.tabs}>
        <ChoiceLinks
          label={t('views')}
          choices={TABS.map((each) => ({
            label: t(`tab.${each}`),
            to: { search: each === 'referrals' ? '' : `?tab=${each}` },
            chosen: each === tab,
          }))}
        />
      </div>
      {tab === 'referrals' && <ReferralsTable />}
      {tab === 'commissions' && <CommissionsTable />}
      {tab === 'withdrawals' && <OwnWithdrawals />}
      <WithdrawDialog opened={withdrawing} onClose={() => setWithdrawing(false)} />
    </>
  );
}
