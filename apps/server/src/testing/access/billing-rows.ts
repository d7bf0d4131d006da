import type { Identity, World } from './identities.ts';
import { type AccessRow, type AccessRows, fresh, OPERATOR, SIGNED_IN } from './row.ts';

/** Tariffs belong to the operator; there is no foreign one. */
const TARIFF_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ id: await plantTariff(world) }),
  foreign: () => ({ id: '999999998' }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

export const billingRows: AccessRows = {
  'GET /v1/tariffs': { audience: SIGNED_IN, status: 200 },
  'POST /v1/tariffs': { audience: OPERATOR, status: 201, body: () => newTariff() },
  'PUT /v1/tariffs/:id': { audience: OPERATOR, status: 200, ids: TARIFF_IDS, body: () => newTariff() },
  'DELETE /v1/tariffs/:id': { audience: OPERATOR, status: 200, ids: TARIFF_IDS },
  'GET /v1/subscription': { audience: SIGNED_IN, status: 200 },
  'POST /v1/users/:user_id/assign-tariff/:tariff_id': {
    audience: OPERATOR,
    status: 200,
    ids: {
      own: (world, identity) => assignment(world, identity),
      foreign: async (world) => ({ user_id: '999999998', tariff_id: await plantTariff(world) }),
      missing: async ({ people }) => ({ user_id: String(people.userA.id), tariff_id: '999999999' }),
      malformed: () => ({ user_id: '1e1', tariff_id: '1' }),
    },
    body: () => ({ reason: 'a gift' }),
  },
};

/** To somebody of their own, so that nobody else's tariff changes. */
async function assignment({ product, people }: World, identity: Identity) {
  const { id } = identity === 'superAdmin' ? await product.person() : people.userA;
  const { rows } = await product.services.pool.query("select id from tariffs where code = 'business'");
  return { user_id: String(id), tariff_id: String(rows[0].id) };
}

const NAMES = { ua: 'Назва', ru: 'Название', en: 'Name' };

const newTariff = () => ({
  code: `t-${fresh()}`,
  name: NAMES,
  description: NAMES,
  price: '12.50',
  events_limit: 1000,
  campaigns_limit: 5,
  seats_limit: 1,
  retention_days: 30,
  api_per_minute: 60,
  blacklist_limit: null,
});

async function plantTariff({ product }: World): Promise<string> {
  const { rows } = await product.services.pool.query(
    `insert into tariffs (code, name, description, price_minor, retention_days, api_per_minute, is_public)
     values ($1, $2, $2, 1250, 30, 60, false) returning id`,
    [`t-${fresh()}`, NAMES],
  );
  return String(rows[0].id);
}
