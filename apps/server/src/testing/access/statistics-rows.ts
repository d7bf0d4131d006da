import { type AccessFixture, type Identity, personOf } from './identities.ts';
import { type AccessRow, type AccessRows, fresh, members, OPERATOR, WHOLE_TEAM } from './row.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'statistics:read' });
const MONEY_READERS = members({ team: WHOLE_TEAM, scope: 'statistics:read', needs: ['money'] });
const EXPORTERS = members({ team: WHOLE_TEAM, scope: 'statistics:read', needs: ['export'] });

/** A saved view of the caller; unauthenticated callers use one of A. */
export const viewIds = (screen: 'statistics' | 'campaigns'): NonNullable<AccessRow['ids']> => ({
  own: async (world, identity) => ({ id: await viewOf(world, identity, screen) }),
  foreign: async (world, identity) => ({ id: await viewOf(world, identity === 'userB' ? 'userA' : 'userB', screen) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
});

export const statisticsRows: AccessRows = {
  'GET /v1/statistics': {
    audience: READERS,
    status: 200,
    query: `?group_by=campaign&compare=previous&panels=${encodeURIComponent('[{"group_by":["country"],"page":2},{"group_by":["sub1","day"]}]')}`,
  },
  'GET /v1/statistics/change': { audience: MONEY_READERS, status: 200, query: '?metric=revenue' },
  'GET /v1/statistics/cost': { audience: MONEY_READERS, status: 200 },
  'GET /v1/statistics/export': { audience: EXPORTERS, status: 200, query: '?group_by=country' },
  'GET /v1/statistics/funnel': { audience: READERS, status: 200, query: '?order=strict' },
  'GET /v1/statistics/live': { audience: READERS, status: 200, isStream: true },
  'GET /v1/statistics/views': { audience: READERS, status: 200 },
  'POST /v1/statistics/views': {
    audience: READERS,
    status: 201,
    body: () => ({ name: `View ${fresh()}`, search: 'period=last7' }),
  },
  'DELETE /v1/statistics/views/:id': { audience: READERS, status: 200, ids: viewIds('statistics') },
  'GET /v1/currency_rates': { audience: OPERATOR, status: 200 },
  'PUT /v1/currency_rates': {
    audience: OPERATOR,
    status: 200,
    body: () => ({ rates: [{ currency: 'EUR', rate: '1.08' }] }),
  },
};

/** Inserted directly, without a login. B already has one. */
async function viewOf(world: AccessFixture, identity: Identity, screen: 'statistics' | 'campaigns'): Promise<string> {
  const { product } = world;
  const { id, accountId } = personOf(world, identity);
  const { rows } = await (identity === 'userB'
    ? product.services.pool.query('select id from saved_views where user_id = $1 and screen = $2', [id, screen])
    : product.services.pool.query(
        "insert into saved_views (account_id, user_id, screen, name, search) values ($1, $2, $3, $4, '') returning id",
        [accountId, id, screen, `View ${fresh()}`],
      ));
  return String(rows[0]?.id ?? '999999999');
}
