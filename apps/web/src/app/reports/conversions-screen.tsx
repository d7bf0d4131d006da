import { lazy } from 'react';
import { ConversionsPage } from '../../features/conversions/conversions-page.tsx';

const CostsTab = lazy(async () => ({ default: (await import('../../features/costs/costs-tab.tsx')).CostsTab }));

/** Conversions, and what their clicks cost. */
export const ConversionsScreen = () => <ConversionsPage Costs={CostsTab} />;
