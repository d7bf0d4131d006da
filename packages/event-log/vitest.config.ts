import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'event-log',
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../scripts/test-run/property-tests.setup.mjs'],
    // Processes, not threads: tests replace the descriptors of open files and modules.
    pool: 'forks',
    testTimeout: 60_000,
  },
});
