import { encodePng } from '../../features/settings/png.fixture.ts';
import { PASSWORD } from '../test-app.ts';
import type { AccessFixture } from './identities.ts';
import { type AccessRow, type AccessRows, EVERYONE, fresh, members, OPERATOR, SIGNED_IN } from './row.ts';

async function versionOf({ product }: AccessFixture): Promise<number> {
  const { rows } = await product.services.pool.query('select coalesce(max(version), 0)::int as version from settings');
  return rows[0].version;
}

/** Changed once, so that there is something to undo. Callers that are rejected at the same time share the change. */
async function changedSetting(world: AccessFixture): Promise<{ key: string }> {
  await world.product.services.pool.query(
    "insert into settings (version, key, value) values ($1, 'seller_name', null) on conflict do nothing",
    [(await versionOf(world)) + 1],
  );
  return { key: 'seller_name' };
}

/** Settings belong to the installation, so there are none of somebody else. */
const SETTING: NonNullable<AccessRow['ids']> = {
  own: changedSetting,
  foreign: () => ({ key: 'port' }),
  missing: () => ({ key: 'data_dir' }),
  malformed: () => ({ key: "1'--" }),
};

/** Public to read. Nothing published here needs acceptance, so it stops nobody. */
async function publishedDocument({ product }: AccessFixture): Promise<{ slug: string }> {
  await product.services.pool.query(
    `insert into legal_documents (slug, version, texts, effective_at, needs_acceptance)
     select 'privacy', 1, $1, now(), false on conflict do nothing`,
    [JSON.stringify(TEXTS)],
  );
  return { slug: 'privacy' };
}

const text = { title: 'Privacy', text: 'What we store' };
const TEXTS = { ua: text, ru: text, en: text };

const DOCUMENT: NonNullable<AccessRow['ids']> = {
  own: publishedDocument,
  foreign: () => ({ slug: 'imprint' }),
  missing: () => ({ slug: 'cookies' }),
  malformed: () => ({ slug: "1'--" }),
};

async function storedImage({ product }: AccessFixture): Promise<{ hash: string }> {
  const hash = 'a'.repeat(64);
  const png = encodePng(16, 16);
  await product.services.pool.query('insert into brand_images (hash, png) values ($1, $2) on conflict do nothing', [
    hash,
    png,
  ]);
  return { hash };
}

export const settingsRows: AccessRows = {
  'GET /brand/:hash.png': {
    audience: EVERYONE,
    status: 200,
    ids: {
      own: storedImage,
      foreign: () => ({ hash: 'b'.repeat(64) }),
      missing: () => ({ hash: 'c'.repeat(64) }),
      malformed: () => ({ hash: "1'--" }),
    },
    cache: /immutable/,
    isForOtherSites: true,
  },
  'GET /v1/installation': { audience: EVERYONE, status: 200 },
  'GET /v1/settings': { audience: OPERATOR, status: 200 },
  'GET /v1/settings/checklist': { audience: OPERATOR, status: 200 },
  'PUT /v1/settings': {
    audience: OPERATOR,
    status: 200,
    body: async (world) => ({ version: await versionOf(world), values: { seller_name: fresh() } }),
  },
  'POST /v1/settings/:key/undo': {
    audience: OPERATOR,
    status: 200,
    ids: SETTING,
    body: async (world) => ({ version: await versionOf(world), password: PASSWORD }),
  },
  // Without a mail server; `settings.test.ts` sends through one.
  'POST /v1/settings/test/smtp': { audience: OPERATOR, status: 409 },
  'POST /v1/settings/test/provider': { audience: OPERATOR, status: 200 },
  'POST /v1/branding/images': {
    audience: OPERATOR,
    status: 201,
    body: () => ({ png: encodePng(16, 16).toString('base64') }),
  },
  'GET /v1/legal': { audience: EVERYONE, status: 200 },
  'GET /v1/legal/:slug': { audience: EVERYONE, status: 200, ids: DOCUMENT },
  'POST /v1/legal/:slug': {
    audience: OPERATOR,
    status: 201,
    ids: { ...DOCUMENT, own: () => ({ slug: 'data-processing' }) },
    body: async ({ product }) => {
      const { rows } = await product.services.pool.query(
        "select coalesce(max(version), 0)::int as version from legal_documents where slug = 'data-processing'",
      );
      return { version: rows[0].version, texts: TEXTS, needs_acceptance: false };
    },
  },
  'GET /v1/legal_acceptances': { audience: SIGNED_IN, status: 200 },
  'POST /v1/legal/accept': {
    audience: members({ team: [], inPersonOnly: true }),
    status: 200,
    body: async (world) => ({ ...(await publishedDocument(world)), version: 1, language: 'en' }),
  },
};
