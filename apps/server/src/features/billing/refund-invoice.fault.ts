import { afterAll, beforeAll, it } from 'vitest';
import { issueManyDocuments } from '../../testing/money/document-load.ts';
import { type BillingFixture, createBillingFixture } from './billing.fixture.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(() => billing.app.close());

it('64 writers issue 2000 documents without a gap', () =>
  issueManyDocuments(billing, { writers: 64, documents: 2_000 }));
