import type { Services } from '../../services.ts';
import { learnAllWeights } from './learn-weights.service.ts';

export const learningJobs = (services: Services): Record<string, () => Promise<void>> => ({
  learn_weights: () => learnAllWeights(services),
});

export const LEARNING_SCHEDULE = ['*/10 * * * * learn_weights'];
