import { lazy } from 'react';
import { type CampaignParts, CampaignUpdatePage } from '../../features/campaigns/form/campaign-update-page.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { settings } from '../settings.ts';

const CampaignAliases = lazy(async () => {
  const [{ CampaignAliases }] = await Promise.all([
    import('../../features/domains/campaign-aliases.tsx'),
    loadNamespaces(['domains']),
  ]);
  return { default: CampaignAliases };
});

/** The chart and the lists are those of other features; each loads with its tab. */
const PARTS: CampaignParts = {
  Report: lazy(async () => ({
    default: (await import('../../features/statistics/campaign/campaign-report.tsx')).CampaignReport,
  })),
  Clicks: lazy(async () => ({ default: (await import('../../features/conversions/clicks-tab.tsx')).ClicksTab })),
  Postbacks: lazy(async () => ({ default: (await import('../../features/conversions/inbox-tab.tsx')).InboxTab })),
  Aliases: settings.hasDomains ? CampaignAliases : undefined,
};

/** A campaign with its overview, settings and events. */
export const CampaignHomeScreen = () => <CampaignUpdatePage parts={PARTS} />;
