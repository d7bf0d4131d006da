import { type AccessFixture, type Identity, ownerOf } from '../identities.ts';
import { type AccessRow, type AccessRows, EDITORS, fresh, members, OPERATOR, WHOLE_TEAM } from '../row.ts';
import { CAMPAIGN_IDS, campaignOfAnother, createCampaignOf } from './campaign-rows.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read' });
const WRITERS = members({ team: EDITORS, scope: 'campaigns:write' });

type Kind = { kind: 'own' | 'given'; status: 'active' | 'suspended' };

/** A new one each time, because a call may remove it. */
async function insertDomain({ product }: AccessFixture, accountId: number, { kind, status }: Kind): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into tracking_domains (account_id, host, kind, status, ownership_value, suspended_reason)
     values ($1, $2, $3, $4, 'value', case when $4 = 'suspended' then 'Abuse' end) returning id`,
    [accountId, `${fresh()}.example.com`, kind, status],
  );
  return String(rows[0].id);
}

const MISSING = { missing: () => ({ id: '999999999' }), malformed: () => ({ id: '1e1' }) };

const domainIds = (kind: Kind): NonNullable<AccessRow['ids']> => ({
  own: async (world, identity) => ({ id: await insertDomain(world, ownerOf(world, identity).accountId, kind) }),
  foreign: async (world, identity) => ({ id: await domainOfAnother(world, identity) }),
  ...MISSING,
});

/** A domain of B; for B, one of A. */
async function domainOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { userA, userB } = world.people;
  const { accountId } = identity === 'userB' ? userA : userB;
  const { rows } = await world.product.services.pool.query(
    'select id from tracking_domains where account_id = $1 order by id limit 1',
    [accountId],
  );
  return String(rows[0].id);
}

/** The operator may change the domains of every account. */
const anyDomain = (kind: Kind): NonNullable<AccessRow['ids']> => ({
  own: async (world) => ({ id: await insertDomain(world, world.people.userA.accountId, kind) }),
  foreign: MISSING.missing,
  ...MISSING,
});

const GIVEN: Kind = { kind: 'given', status: 'active' };
const OWN: Kind = { kind: 'own', status: 'active' };

export const domainRows: AccessRows = {
  'GET /v1/domains': { audience: READERS, status: 200 },
  'POST /v1/domains': { audience: WRITERS, status: 201, body: () => ({ host: `${fresh()}.example.com` }) },
  // A given domain is not looked up in DNS.
  'POST /v1/domains/:id/check': { audience: WRITERS, status: 200, ids: domainIds(GIVEN) },
  'PUT /v1/domains/:id': { audience: WRITERS, status: 200, ids: domainIds(OWN), body: () => ({ root_mode: 'page' }) },
  'DELETE /v1/domains/:id': { audience: WRITERS, status: 200, ids: domainIds(OWN) },
  'GET /v1/domains/all': { audience: OPERATOR, status: 200, query: '?per_page=100' },
  'DELETE /v1/domains/all/:id': { audience: OPERATOR, status: 200, ids: anyDomain(OWN) },
  'PUT /v1/domains/:id/suspend': {
    audience: OPERATOR,
    status: 200,
    ids: anyDomain(OWN),
    body: () => ({ reason: 'Malware' }),
  },
  'PUT /v1/domains/:id/lift': {
    audience: OPERATOR,
    status: 200,
    ids: anyDomain({ kind: 'own', status: 'suspended' }),
  },
  'GET /v1/companies/:id/aliases': { audience: READERS, status: 200, ids: CAMPAIGN_IDS },
  'PUT /v1/companies/:id/aliases': {
    audience: WRITERS,
    status: 200,
    ids: CAMPAIGN_IDS,
    body: () => ({ aliases: [] }),
  },
  'POST /v1/companies/switch-domain': {
    audience: WRITERS,
    status: 200,
    // Includes a foreign ID, which is ignored.
    body: async (world, identity) => ({
      ids: [Number(await createCampaignOf(world, identity)), Number(await campaignOfAnother(world, identity))],
    }),
  },
};
