import { lazy } from 'react';
import { InstructionsPage } from '../../features/instructions/instructions-page.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';

const TABS = {
  sources: lazy(async () => ({
    default: (await import('../../features/traffic-sources/sources-tab.tsx')).SourcesTab,
  })),
  networks: lazy(async () => ({
    default: (await import('../../features/networks/templates-tab.tsx')).NetworkTemplatesTab,
  })),
  help: lazy(async () => {
    const [{ HelpTab }] = await Promise.all([import('../../features/help/help-tab.tsx'), loadNamespaces(['help'])]);
    return { default: HelpTab };
  }),
};

/** Guides, the templates of traffic sources and networks, and help. */
export const InstructionsScreen = () => <InstructionsPage tabs={TABS} />;
