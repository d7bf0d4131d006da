import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '@poklik/server/roles/load-demo';
import { startProgram } from '@poklik/server/testing/processes/running-program';
import { createTestDatabase } from '@poklik/server/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import * as demo from './demo.ts';

it('is what the server loads from the sources', async () => {
  expect({ ...(await loadDemo()) }).toEqual({ ...demo });
});

it('is what the built server loads with DEMO=1', { timeout: 180_000 }, async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), 'poklik-demo-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const program = await startProgram(dataDir, { DEMO: '1', DATABASE_URL: database.url });
  onTestFinished(() => program.stop().then(() => undefined));
  const login = await program.ask('POST', '/v1/login', { email: 'user@demo.test', password: 'demo-password-2026' });
  const campaigns = await program.ask('GET', '/v1/companies', undefined, String(login.body.token));
  expect(campaigns.body.data).toContainEqual(expect.objectContaining({ name: 'Кава зі Львова · Instagram' }));
});
