import { lazy } from 'react';
import { ConversionsPage } from '../../features/conversions/conversions-page.tsx';

const CostsTab = lazy(async () => ({ default: (await import('../../features/costs/costs-tab.tsx')).CostsTab }));
const NetworksTab = lazy(async () => ({
  default: (await import('../../features/networks/networks-tab.tsx')).NetworksTab,
}));

/** Conversions, what their clicks cost, and the networks that report them. */
export const ConversionsScreen = () => <ConversionsPage Costs={CostsTab} Networks={NetworksTab} />;
