import { useTranslation } from 'react-i18next';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { PeriodControl } from '../../../widgets/periods/period.ts';
import type { useCampaignList } from './campaign-list.queries.ts';
import { UnknownFilters } from './campaign-toolbar.tsx';
import { CampaignTotals } from './campaign-totals.tsx';
import css from './campaigns-page.module.css';
import type { CampaignChanges } from './changes/use-campaign-changes.ts';
import type { RevenueChoice } from './revenue/use-revenue-basis.ts';
import type { CampaignFilters } from './use-campaign-filters.ts';

interface CampaignSummaryProps {
  filters: CampaignFilters;
  changes: CampaignChanges;
  query: ReturnType<typeof useCampaignList>;
  revenue: RevenueChoice;
  period: PeriodControl;
}

/** Filters and changes that failed, and totals. */
export function CampaignSummary({ filters, changes, query, revenue, period }: CampaignSummaryProps) {
  return (
    <div className={css.summary}>
      <UnknownFilters filters={filters} />
      {changes.problem && <ChangeProblem problem={changes.problem} onDismiss={changes.dismissProblem} />}
      {!(query.error && !query.data) && (
        <CampaignTotals
          totals={query.data?.totals}
          count={query.data?.meta.total}
          isFiltered={filters.isFiltered}
          revenue={revenue}
          readAt={query.dataUpdatedAt === 0 ? null : new Date(query.dataUpdatedAt)}
          period={period}
          onRefresh={() => void query.refetch()}
        />
      )}
    </div>
  );
}

interface ChangeProblemProps {
  problem: NonNullable<CampaignChanges['problem']>;
  onDismiss: () => void;
}

function ChangeProblem({ problem, onDismiss }: ChangeProblemProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  return (
    <Banner
      kind="danger"
      role="alert"
      action={
        <>
          {problem.code === 'tariff_limit_reached' && (
            <ButtonLink size="sm" to={localizedPath(paths.tariffs)}>
              {t('list.choose_tariff')}
            </ButtonLink>
          )}
          <Button size="sm" onClick={onDismiss}>
            {t('select:close')}
          </Button>
        </>
      }
    >
      {problem.message}
    </Banner>
  );
}
