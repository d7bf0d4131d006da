import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { document, FUZZ_PARTS } from './testing/fuzz/fuzz-tests.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

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
