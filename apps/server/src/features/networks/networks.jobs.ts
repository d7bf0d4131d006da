import type { Services } from '../../services.ts';
import { checkNetworks } from './network-health.service.ts';

export const networksJobs = (services: Services): Record<string, () => Promise<void>> => ({
  check_networks: () => checkNetworks(services),
});

export const NETWORKS_SCHEDULE = ['40 * * * * check_networks'];
