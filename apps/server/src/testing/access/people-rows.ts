import type { World } from './identities.ts';
import { type AccessRow, type AccessRows, OPERATOR } from './row.ts';

/** Somebody new each time, because the call changes them. Nobody is foreign to the operator; who is not there is not. */
const SOMEBODY: NonNullable<AccessRow['ids']> = {
  own: async ({ product }: World) => ({ id: String((await product.person()).id) }),
  foreign: () => ({ id: '999999998' }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

export const peopleRows: AccessRows = {
  'GET /v1/users': { audience: OPERATOR, status: 200, query: '?per_page=100' },
  'PUT /v1/users/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY, body: () => ({ status: 'blocked' }) },
  'POST /v1/login_user/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY },
  'POST /v1/user_verify/:id': { audience: OPERATOR, status: 200, ids: SOMEBODY },
};
