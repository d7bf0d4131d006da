import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The quick checks leave out `server*`, the projects with a database.
    name: 'server-demo',
    include: ['src/**/*.test.ts'],
    setupFiles: ['../server/src/testing/parallel-statements.setup.ts'],
    globalSetup: ['../server/src/testing/global-setup.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
