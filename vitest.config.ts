import { configDefaults, defineConfig } from 'vitest/config';

/** A busy machine is slow, not wrong. */
const SLOW_MACHINE_MS = 60_000;

export default defineConfig({
  test: {
    // What tests read or start without importing it: `npm test -- --changed` runs everything when it changes.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/vitest*.config.ts',
      '**/package-lock.json',
      '**/packages/locales/**',
      '**/*.{sql,css,html}',
      '**/apps/server/src/{main.ts,config.ts,processes/**,roles/**,testing/**}',
      '**/packages/{child-processes,embedded-clickhouse}/{engine,src}/**',
    ],
    projects: [
      'apps/*/vitest*.config.ts',
      'packages/*/vitest.config.ts',
      // Rules without I/O share a process: starting one per file took longer than the tests.
      {
        test: {
          name: 'packages',
          include: ['packages/{contract,domain}/src/**/*.test.ts'],
          setupFiles: ['scripts/test-run/property-tests.setup.mjs'],
          pool: 'threads',
          isolate: false,
          testTimeout: SLOW_MACHINE_MS,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: SLOW_MACHINE_MS } },
    ],
  },
});
