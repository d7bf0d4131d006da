import { lazy } from 'react';
import { ConversionsPage } from '../../features/conversions/conversions-page.tsx';

const CostsTab = lazy(async () => ({ default: (await import('../../features/costs/costs-tab.tsx')).CostsTab }));
const NetworksTab = lazy(async () => ({
  default: (await import('../../features/networks/networks-tab.tsx')).NetworksTab,
}));
const ConnectionsTab = lazy(async () => ({
  default: (await import('../../features/connections/connections-tab.tsx')).ConnectionsTab,
}));

/** Conversions, what their clicks cost, the networks that report them and the ad platforms that they are sent to. */
export const ConversionsScreen = () => (
  <ConversionsPage Costs={CostsTab} Networks={NetworksTab} Connections={ConnectionsTab} />
);
