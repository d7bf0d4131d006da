import { defineConfig } from 'vitest/config';
import server from './vitest.config.ts';

/** Files that replace a module or measure their process, and so need a process of their own. */
export default defineConfig({
  test: {
    ...server.test,
    name: 'server-isolated',
    include: ['src/**/*.isolated.test.ts'],
    exclude: [],
    isolate: true,
  },
});
