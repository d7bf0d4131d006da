import { copyAccountUsage } from '@poklik/server/features/customers/customers.jobs';
import type { Demo } from '@poklik/server/roles/load-demo';
import { addDemoCosts } from './costs.ts';
import { addDemoDeliveries } from './deliveries.ts';
import { seedDemoHistory } from './history.ts';
import { addDemoLearning } from './learning/learned-history.ts';
import { addDemoFigures } from './operator/figures.ts';
import { sendDemoVisitors } from './visitors.ts';

export { seedDemo } from './users.ts';

export const runDemo: Demo['runDemo'] = async (services, signal) => {
  await addDemoFigures(services);
  await seedDemoHistory(services, signal);
  if (signal.aborted) return;
  await copyAccountUsage(services);
  await addDemoDeliveries(services);
  await addDemoCosts(services);
  await Promise.all([addDemoLearning(services, signal), sendDemoVisitors(services, signal)]);
};
