import { useQuery } from '@tanstack/react-query';
import { Delayed } from '../../../ui/state/delayed.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import css from '../profile-page.module.css';
import { ChecklistCard } from './checklist-card.tsx';
import { LegalCard } from './legal-card.tsx';
import { settingsQuery } from './service.queries.ts';
import { SETTING_GROUPS, type SettingGroup } from './setting-groups.ts';
import { TestEmail, TestProviders } from './setting-tests.tsx';
import { SettingsCard } from './settings-card.tsx';
import { VatRates } from './vat-rates.tsx';

/** Settings of the installation, for the operator. */
export function ServicePanel() {
  const { data, error, refetch } = useQuery(settingsQuery);
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  return (
    <Delayed waiting={!data} loader={<PageLoader />}>
      {data && (
        <div className={css.column}>
          <ChecklistCard />
          {(Object.keys(SETTING_GROUPS) as SettingGroup[]).map((group) => (
            <SettingsCard key={group} group={group} state={data}>
              {group === 'mail' && <TestEmail isReady={data.values.smtp_host !== null} />}
              {group === 'vat' && <VatRates />}
              {group === 'payments' && <TestProviders values={data.values} />}
            </SettingsCard>
          ))}
          <LegalCard />
        </div>
      )}
    </Delayed>
  );
}
