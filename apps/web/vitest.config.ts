import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  // Node resolves the two entries to different builds, each with its own React context.
  resolve: { alias: { 'react-router/dom': 'react-router' } },
  test: {
    name: 'web',
    environment: 'jsdom',
    pool: 'threads',
    isolate: false,
    include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts', '../../scripts/test-run/property-tests.setup.mjs'],
    restoreMocks: true,
    // Screens are rendered whole, sometimes on a machine that is busy with everything else.
    testTimeout: 60_000,
  },
});
