import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { document, FUZZ_PARTS } from './fuzz-tests.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

it('tests the OpenAPI document that the server serves', async () => {
  expect((await product.app.inject('/v1/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(document)));
});

it('has a test file for each part of the operations', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^api-fuzz\.\d\.test\.ts$/.test(name));
  expect(files).toHaveLength(FUZZ_PARTS);
});
