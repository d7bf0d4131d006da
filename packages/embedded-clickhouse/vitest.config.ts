import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'embedded-clickhouse',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
  },
});
