import { lazy } from 'react';
import { InstructionsPage } from '../../features/instructions/instructions-page.tsx';

const SourcesTab = lazy(async () => ({
  default: (await import('../../features/traffic-sources/sources-tab.tsx')).SourcesTab,
}));

/** Guides, and the templates of traffic sources. */
export const InstructionsScreen = () => <InstructionsPage Sources={SourcesTab} />;
