import type { CampaignOptions } from '@poklik/contract/campaign-options';
import type { Campaign } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorCard } from '../../../ui/error-card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { CampaignStatusBadge } from '../../../widgets/campaign-status-badge.tsx';
import { campaignQuery, optionsQuery } from './campaign.queries.ts';
import { CampaignForm, type CampaignFormHandle } from './campaign-form.tsx';
import css from './campaign-update-page.module.css';
import { settingsOf } from './campaign-values.ts';
import { FormSkeleton } from './form-skeleton.tsx';

const LinksPanel = lazy(() => import('../result/links-panel.tsx').then((module) => ({ default: module.LinksPanel })));
const VersionsPanel = lazy(() =>
  import('../versions/versions-panel.tsx').then((module) => ({ default: module.VersionsPanel })),
);
const SettingsView = lazy(() =>
  import('../versions/settings-view.tsx').then((module) => ({ default: module.SettingsView })),
);

const TABS = ['settings', 'links', 'versions'] as const;
type TabId = (typeof TABS)[number];

/** Invalid IDs are not found. */
const idOf = (text: string | undefined): number | null => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null);

export function CampaignUpdatePage() {
  const id = idOf(useParams().id);
  return id === null ? <CampaignNotFound /> : <Editor key={id} id={id} />;
}

function Editor({ id }: { id: number }) {
  const { t } = useTranslation('campaigns');
  const campaign = useQuery(campaignQuery(id));
  const options = useQuery(optionsQuery);
  const error = [campaign, options].find((query) => query.isError && !query.data)?.error;
  if (error instanceof ApiError && error.code === 'not_found') return <CampaignNotFound />;
  if (error) {
    return (
      <>
        <PageHeader title={t('update')} />
        <ErrorCard
          message={error.message}
          code={error instanceof ApiError ? error.code : undefined}
          onRetry={() => Promise.all([campaign.refetch(), options.refetch()])}
        />
      </>
    );
  }
  if (!campaign.data || !options.data) {
    return (
      <>
        <PageHeader title={t('update')} />
        <FormSkeleton />
      </>
    );
  }
  return <LoadedEditor campaign={campaign.data} options={options.data} />;
}

function LoadedEditor({ campaign, options }: { campaign: Campaign; options: CampaignOptions }) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'settings';
  const [visited, setVisited] = useState<ReadonlySet<TabId>>(new Set([tab]));
  if (!visited.has(tab)) setVisited(new Set([...visited, tab]));
  const [initial] = useState(() => settingsOf(campaign));
  const [dirty, setDirty] = useState(false);
  const form = useRef<CampaignFormHandle>(null);

  const panels: Record<TabId, ReactNode> = {
    settings: canWrite ? (
      <CampaignForm
        ref={form}
        campaign={campaign}
        initial={initial}
        options={options}
        onDirty={setDirty}
        onSaved={({ version }) => toast(t('form.saved', { version }))}
      />
    ) : (
      <SettingsView settings={settingsOf(campaign)} />
    ),
    links: (
      <LinksPanel
        campaign={campaign}
        isNew={state?.created === true}
        isCopied={state?.copied === true}
        hasWritePermission={canWrite}
        onActivated={(activated) => form.current?.showStatus(activated)}
      />
    ),
    versions: (
      <VersionsPanel
        campaign={campaign}
        canRestore={canWrite}
        dirty={dirty}
        onRestored={(restored) => form.current?.show(restored)}
      />
    ),
  };

  return (
    <>
      <PageHeader
        title={campaign.name}
        subtitle={
          <span className={css.subtitle}>
            <CampaignStatusBadge campaign={campaign} />
            <code>{campaign.key}</code>
            <span>{t('versions.version', { version: campaign.version })}</span>
          </span>
        }
        actions={<ButtonLink to={localizedPath(paths.campaign)}>{t('editor.back')}</ButtonLink>}
      />
      <Tabs
        label={t('form.tabs')}
        value={tab}
        onChange={(next) => setSearch(next === 'settings' ? {} : { tab: next })}
        tabs={TABS.map((each) => ({
          id: each,
          label: t(`form.tab.${each}`),
          // The form stays mounted because other tabs use it.
          panel: (each === 'settings' || visited.has(each)) && (
            <Suspense fallback={<FormSkeleton />}>{panels[each]}</Suspense>
          ),
        }))}
      />
    </>
  );
}

function CampaignNotFound() {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  return (
    <EmptyState
      icon={Megaphone}
      isHeading
      title={t('editor.not_found')}
      text={t('editor.not_found_text')}
      action={<ButtonLink to={localizedPath(paths.campaign)}>{t('editor.back')}</ButtonLink>}
    />
  );
}
