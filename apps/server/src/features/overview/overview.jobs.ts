import type { Services } from '../../services.ts';
import { rollUpFigures } from './service-state.repo.ts';

export const overviewJobs = ({ db }: Pick<Services, 'db'>): Record<string, () => Promise<void>> => ({
  roll_up_figures: () => rollUpFigures(db),
});

/** Cron expressions in UTC. */
export const OVERVIEW_SCHEDULE = ['7 * * * * roll_up_figures'];
