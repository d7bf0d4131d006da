import { defineConfig } from '@playwright/test';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** Tests that kill servers: each starts its own and needs no browser. They run alone because they measure restarts. */
export default defineConfig({
  outputDir: '../../test-results',
  projects: [
    { name: 'crash', testMatch: /\.spec\.ts$/ },
    { name: 'faults', testMatch: /\.fault\.ts$/ },
  ],
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
});
