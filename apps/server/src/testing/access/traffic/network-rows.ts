import { type AccessFixture, type Identity, ownerOf } from '../identities.ts';
import { type AccessRow, type AccessRows, EDITORS, fresh, members, OPERATOR, WHOLE_TEAM } from '../row.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'networks:read' });
/** A network serves all campaigns, so members with selected ones cannot change it. */
const WRITERS = members({ team: EDITORS, needs: ['campaigns'], scope: 'networks:write' });

/** A new one each time, because a call may delete it. */
async function insertNetwork({ product }: AccessFixture, accountId: number): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into networks (account_id, name, key, mapping)
     values ($1, $2, $3, '{"params": {}, "statuses": [], "types": [], "default_status": null}') returning id`,
    [accountId, `Network ${fresh()}`, fresh()],
  );
  return String(rows[0].id);
}

/** Of an account that is not compared: of the admin, or of A. */
async function networkOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { userA, admin } = world.people;
  return insertNetwork(world, (ownerOf(world, identity) === userA ? admin : userA).accountId);
}

const NETWORK_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => ({ id: await insertNetwork(world, ownerOf(world, identity).accountId) }),
  foreign: async (world, identity) => ({ id: await networkOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

/** Of the operator, for all accounts, so none is foreign. */
async function insertTemplate({ product }: AccessFixture): Promise<string> {
  const code = `shared-${fresh()}`.toLowerCase();
  await product.services.pool.query('insert into network_templates (code, details) values ($1, $2)', [
    code,
    JSON.stringify({
      ...template(),
      docs_url: null,
      click_param: null,
      statuses: [],
      default_currency: null,
      notes: '',
    }),
  ]);
  return code;
}

const template = () => ({
  name: `Template ${fresh()}`,
  macros: {
    ...{ click_id: '{sub1}', payout: '{sum}', currency: null, transaction_id: null, status: null, type: null },
  },
});

const TEMPLATE_CODES: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ template_code: await insertTemplate(world) }),
  foreign: () => ({ template_code: 'nobodys-either' }),
  missing: () => ({ template_code: 'nobodys' }),
  malformed: () => ({ template_code: 'A B' }),
};

const named = () => ({ name: `Network ${fresh()}` });

export const networkRows: AccessRows = {
  'GET /v1/networks': { audience: READERS, status: 200, query: '?per_page=100' },
  'GET /v1/networks/templates': { audience: READERS, status: 200 },
  'POST /v1/networks/templates': { audience: OPERATOR, status: 201, body: template },
  'PUT /v1/networks/templates/:template_code': { audience: OPERATOR, status: 200, ids: TEMPLATE_CODES, body: template },
  'DELETE /v1/networks/templates/:template_code': { audience: OPERATOR, status: 200, ids: TEMPLATE_CODES },
  'POST /v1/networks': { audience: WRITERS, status: 201, body: named },
  'PUT /v1/networks/:id': { audience: WRITERS, status: 200, ids: NETWORK_IDS, body: named },
  'DELETE /v1/networks/:id': { audience: WRITERS, status: 200, ids: NETWORK_IDS },
  'POST /v1/networks/:id/mapping': {
    audience: WRITERS,
    status: 200,
    ids: NETWORK_IDS,
    body: () => ({ fields: { click_id: 'aff' } }),
  },
  'POST /v1/networks/:id/rotate': { audience: WRITERS, status: 200, ids: NETWORK_IDS },
  'POST /v1/networks/account/rotate': { audience: WRITERS, status: 200 },
};
