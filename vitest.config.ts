import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'apps/*/vitest.config.ts',
      // Rules without I/O share a process: starting one per file took longer than the tests.
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts'],
          setupFiles: ['scripts/property-tests.setup.mjs'],
          pool: 'threads',
          isolate: false,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
});
