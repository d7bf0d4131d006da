import { insertConversion } from '../../conversions/seed-conversions.ts';
import type { Person } from '../../test-app.ts';
import { type AccessFixture, type Identity, ownerOf, personOf } from '../identities.ts';
import { type AccessRow, type AccessRows, EDITORS, fresh, members, WHOLE_TEAM } from '../row.ts';

const CAMPAIGN_READERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read' });
const CAMPAIGN_WRITERS = members({ team: EDITORS, scope: 'campaigns:write' });
const LOG_READERS = members({ team: WHOLE_TEAM, scope: 'conversions:read' });
const LOG_WRITERS = members({ team: EDITORS, scope: 'conversions:write' });
const WRITERS = members({ team: EDITORS, scope: 'connections:write' });

const source = () => ({ name: `Source ${fresh()}`, params: [{ name: 'zone', macro: '##ZONE##', sub: 'sub1' }] });
const postback = { url: 'https://source.example/?c={click_id}', statuses: ['approved'] };

/** Never B, whose rows must not change. */
const somebodyElse = (world: AccessFixture, identity: Identity): Person =>
  ownerOf(world, identity) === world.people.userA ? world.people.admin : world.people.userA;

async function insertSource({ product }: AccessFixture, { accountId }: Person): Promise<string> {
  const details = { ...source(), is_verified: true, unverified: [], external_id_param: null, external_id_macro: '' };
  const { rows } = await product.services.pool.query(
    `insert into traffic_source_templates (account_id, code, name, details) values ($1, $2, 'Source', $3) returning id`,
    [
      accountId,
      `own-${fresh()}`,
      JSON.stringify({
        ...details,
        ...{
          cost_param: null,
          cost_macro: '',
          cost_scale: 'unit',
          docs_url: null,
          outgoing_url: null,
          outgoing_method: 'GET',
          notes: '',
        },
      }),
    ],
  );
  return String(rows[0].id);
}

async function insertSecret({ product }: AccessFixture, { accountId }: Person): Promise<string> {
  const name = `s${fresh()}`;
  const { secrets, pool } = product.services;
  await pool.query('insert into outgoing_secrets (account_id, name, sealed) values ($1, $2, $3)', [
    accountId,
    name,
    secrets.seal('hidden'),
  ]);
  return name;
}

const SOURCES: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await insertSource(world, personOf(world, identity)) }),
  foreign: async (world, identity) => ({ id: await insertSource(world, somebodyElse(world, identity)) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

const SECRETS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ name: await insertSecret(world, personOf(world, identity)) }),
  foreign: async (world, identity) => ({ name: await insertSecret(world, somebodyElse(world, identity)) }),
  missing: () => ({ name: 'nobodys' }),
  malformed: () => ({ name: 'A-B' }),
};

export const sourceRows: AccessRows = {
  'GET /v1/traffic_sources': { audience: CAMPAIGN_READERS, status: 200 },
  'POST /v1/traffic_sources': { audience: WRITERS, status: 201, body: source },
  'PUT /v1/traffic_sources/:id': { audience: WRITERS, status: 200, ids: SOURCES, body: source },
  'DELETE /v1/traffic_sources/:id': { audience: WRITERS, status: 200, ids: SOURCES },
  'GET /v1/outgoing': { audience: LOG_READERS, status: 200, query: '?per_page=100' },
  'POST /v1/outgoing/test': { audience: CAMPAIGN_WRITERS, status: 200, body: () => ({ postback }) },
  'POST /v1/outgoing/replay': {
    audience: LOG_WRITERS,
    status: 200,
    // A delivery of another account, which is ignored.
    body: async ({ product, people }) => {
      const conversionId = await insertConversion(product, people.admin.accountId);
      const { rows } = await product.services.pool.query(
        `insert into outgoing_postbacks (account_id, conversion_id, url, method, status, state)
         values ($1, $2, 'https://source.example/', 'GET', 'approved', 'failed') returning id`,
        [people.admin.accountId, conversionId],
      );
      return { ids: [Number(rows[0].id)] };
    },
  },
  'GET /v1/outgoing/secrets': { audience: CAMPAIGN_READERS, status: 200 },
  'POST /v1/outgoing/secrets': {
    audience: WRITERS,
    status: 200,
    body: () => ({ name: `s${fresh()}`, value: 'hidden' }),
  },
  'DELETE /v1/outgoing/secrets/:name': { audience: WRITERS, status: 200, ids: SECRETS },
};
