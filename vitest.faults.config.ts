import { defineConfig } from 'vitest/config';

/** The long rounds of faults, which `npm run test:faults` runs one after another. */
export default defineConfig({
  test: {
    include: ['apps/server/src/**/*.fault.ts'],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    passWithNoTests: true,
  },
});
