import { lazy } from 'react';
import { InstructionsPage } from '../../features/instructions/instructions-page.tsx';

const SourcesTab = lazy(async () => ({
  default: (await import('../../features/traffic-sources/sources-tab.tsx')).SourcesTab,
}));

const NetworkTemplatesTab = lazy(async () => ({
  default: (await import('../../features/networks/templates-tab.tsx')).NetworkTemplatesTab,
}));

/** Guides, and the templates of traffic sources and networks. */
export const InstructionsScreen = () => <InstructionsPage sources={SourcesTab} networks={NetworkTemplatesTab} />;
