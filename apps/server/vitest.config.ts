import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    // The demo's are here because they start the same application and databases.
    include: ['src/**/*.test.ts', '../demo/src/**/*.test.ts'],
    exclude: ['src/**/*.isolated.test.ts'],
    setupFiles: ['../../scripts/test-run/property-tests.setup.mjs', 'src/testing/parallel-statements.setup.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Processes, not threads: native engines cannot be torn down inside a thread.
    pool: 'forks',
    // The files of a worker share a process: importing the application once per file took longer than most of the tests.
    isolate: false,
    // The portable engine is slow on a busy machine; how fast things are is measured elsewhere.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
