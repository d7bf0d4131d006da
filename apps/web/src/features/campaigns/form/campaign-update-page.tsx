import type { Campaign } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/choice/tabs.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { CampaignStatusBadge } from '../../../widgets/campaign-status-badge.tsx';
import { useHelpLink } from '../../../widgets/help/use-help-link.ts';
import type { ReportPart } from '../overview/overview-panel.tsx';
import { useWeightDraft } from '../overview/use-weight-draft.ts';
import { campaignQuery, optionsQuery } from './campaign.queries.ts';
import { CampaignForm, type CampaignFormHandle } from './campaign-form.tsx';
import css from './campaign-update-page.module.css';
import { settingsOf } from './campaign-values.ts';
import { FormSkeleton } from './form-skeleton.tsx';

const OverviewPanel = lazy(async () => {
  // Its words load with it, so no other tab waits for them.
  const [{ OverviewPanel }] = await Promise.all([
    import('../overview/overview-panel.tsx'),
    loadNamespaces(['campaign_home', 'statistics', 'report_toolbar', 'conversions', 'instructions']),
  ]);
  return { default: OverviewPanel };
});
const LinksPanel = lazy(() => import('../result/links-panel.tsx').then((module) => ({ default: module.LinksPanel })));
const VersionsPanel = lazy(() =>
  import('../versions/versions-panel.tsx').then((module) => ({ default: module.VersionsPanel })),
);
const SettingsView = lazy(() =>
  import('../versions/settings-view.tsx').then((module) => ({ default: module.SettingsView })),
);

const TABS = ['overview', 'settings', 'links', 'versions', 'clicks', 'postbacks'] as const;
type TabId = (typeof TABS)[number];
/** The route without a tab. */
const MAIN_TAB: TabId = 'settings';
/** They keep their state in the URL, which belongs to the open tab. */
const URL_TABS: ReadonlySet<TabId> = new Set<TabId>(['overview', 'clicks', 'postbacks']);

/** Parts that other features contribute to the page. */
export interface CampaignParts {
  Report: ReportPart;
  Clicks: ComponentType<{ campaignId: number }>;
  Postbacks: ComponentType<{ campaignId: number }>;
  /** Short links; undefined if the installation has no tracking domains. */
  Aliases: ComponentType<{ campaignId: number }> | undefined;
}

/** Invalid IDs are not found. */
const idOf = (text: string | undefined): number | null => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null);

/** A campaign: its overview, settings, links, versions and events. */
export function CampaignUpdatePage({ parts }: { parts: CampaignParts }) {
  const id = idOf(useParams().id);
  return id === null ? <CampaignNotFound /> : <Editor key={id} id={id} parts={parts} />;
}

function Editor({ id, parts }: { id: number; parts: CampaignParts }) {
  const { t } = useTranslation('campaigns');
  const { data, error, refetch } = useQuery(campaignQuery(id));
  if (!data && error instanceof ApiError && error.code === 'not_found') return <CampaignNotFound />;
  if (data) return <LoadedEditor campaign={data} parts={parts} />;
  return (
    <>
      <PageHeader title={t('update')} />
      {error ? <LoadError error={error} onRetry={refetch} /> : <FormSkeleton />}
    </>
  );
}

const LoadError = ({ error, onRetry }: { error: Error; onRetry: () => unknown }) => (
  <ErrorCard message={error.message} code={error instanceof ApiError ? error.code : undefined} onRetry={onRetry} />
);

interface LoadedEditorProps {
  campaign: Campaign;
  parts: CampaignParts;
}

function LoadedEditor({ campaign, parts: { Report, Clicks, Postbacks, Aliases } }: LoadedEditorProps) {
  const { t } = useTranslation('campaigns');
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const canReadEvents = hasPermission(useCurrentUser(), 'conversions:read');
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const tabs = TABS.filter((each) => canReadEvents || (each !== 'clicks' && each !== 'postbacks'));
  const tab = tabs.find((each) => each === search.get('tab')) ?? MAIN_TAB;
  const [visited, setVisited] = useState<ReadonlySet<TabId>>(new Set([tab]));
  if (!visited.has(tab)) setVisited(new Set([...visited, tab]));
  const [dirty, setDirty] = useState(false);
  const [draft, setDraft] = useWeightDraft(campaign);
  const form = useRef<CampaignFormHandle>(null);

  const panels: Record<TabId, () => ReactNode> = {
    overview: () => (
      <OverviewPanel
        campaign={campaign}
        Report={Report}
        draft={draft}
        onDraft={setDraft}
        // Unsaved settings stay; saving them shows what changed meanwhile.
        onSaved={(saved) => dirty || form.current?.show(saved)}
      />
    ),
    settings: () =>
      canWrite ? (
        <SettingsForm ref={form} campaign={campaign} onDirty={setDirty} />
      ) : (
        <SettingsView settings={settingsOf(campaign)} />
      ),
    links: () => (
      <LinksPanel
        campaign={campaign}
        Aliases={Aliases}
        isNew={state?.created === true}
        isCopied={state?.copied === true}
        hasWritePermission={canWrite}
        onActivated={(activated) => form.current?.showStatus(activated)}
      />
    ),
    versions: () => (
      <VersionsPanel
        campaign={campaign}
        canRestore={canWrite}
        dirty={dirty}
        onRestored={(restored) => form.current?.show(restored)}
      />
    ),
    clicks: () => <Clicks campaignId={campaign.id} />,
    postbacks: () => <Postbacks campaignId={campaign.id} />,
  };

  return (
    <>
      <CampaignHeader campaign={campaign} />
      <Tabs
        label={t('form.tabs')}
        value={tab}
        onChange={(next) => setSearch(next === MAIN_TAB ? {} : { tab: next })}
        tabs={tabs.map((each) => ({
          id: each,
          label: t(`form.tab.${each}`),
          panel: (each === tab || (visited.has(each) && !URL_TABS.has(each))) && (
            <Suspense fallback={<FormSkeleton />}>{panels[each]()}</Suspense>
          ),
        }))}
      />
    </>
  );
}

function CampaignHeader({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation(['campaigns', 'select']);
  const localizedPath = useLocalizedPath();
  const toHelp = useHelpLink();
  return (
    <PageHeader
      title={campaign.name}
      subtitle={
        <span className={css.subtitle}>
          <CampaignStatusBadge campaign={campaign} />
          <code>{campaign.key}</code>
          <span>{t('versions.version', { version: campaign.version })}</span>
        </span>
      }
      actions={
        <>
          {toHelp && <ButtonLink to={toHelp('campaign', String(campaign.id))}>{t('select:ask_for_help')}</ButtonLink>}
          <ButtonLink to={localizedPath(paths.campaign)}>{t('editor.back')}</ButtonLink>
        </>
      }
    />
  );
}

interface SettingsFormProps {
  campaign: Campaign;
  onDirty: (dirty: boolean) => void;
  ref: Ref<CampaignFormHandle>;
}

/** The form; its options load with it, because other tabs don't need them. */
function SettingsForm({ campaign, onDirty, ref }: SettingsFormProps) {
  const { t } = useTranslation('campaigns');
  const options = useQuery(optionsQuery);
  const [initial] = useState(() => settingsOf(campaign));
  if (!options.data) {
    return options.error ? <LoadError error={options.error} onRetry={options.refetch} /> : <FormSkeleton />;
  }
  return (
    <CampaignForm
      ref={ref}
      campaign={campaign}
      initial={initial}
      options={options.data}
      onDirty={onDirty}
      onSaved={({ version }) => toast(t('form.saved', { version }))}
    />
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
