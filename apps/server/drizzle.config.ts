import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/stores/tables/**/*.ts',
  out: './src/stores/migrations/postgres',
});
