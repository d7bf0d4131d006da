import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Processes, not threads: native engines cannot be torn down inside a thread.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
