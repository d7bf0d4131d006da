import type { Demo } from '@poklik/server/roles/load-demo';
import { seedDemoHistory } from './history.ts';
import { sendDemoVisitors } from './visitors.ts';

export { seedDemo } from './users.ts';

export const runDemo: Demo['runDemo'] = async (services, signal) => {
  await seedDemoHistory(services, signal);
  await sendDemoVisitors(services, signal);
};
