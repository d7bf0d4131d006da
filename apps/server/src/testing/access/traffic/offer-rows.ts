import { OfferBody } from '@poklik/contract/offers';
import { type AccessFixture, type Identity, ownerOf, personOf } from '../identities.ts';
import {
  type AccessRow,
  type AccessRows,
  EDITORS,
  fresh,
  type IdKind,
  type Made,
  members,
  type Params,
  WHOLE_TEAM,
} from '../row.ts';

const READERS = members({ team: WHOLE_TEAM, scope: 'campaigns:read' });
const WRITERS = members({ team: EDITORS, scope: 'campaigns:write' });

const newOffer = () => ({ name: `Offer ${fresh()}`, url: 'https://shop.example/offer' });

/** A new one each time, because a call may archive it. */
async function insertOffer({ product }: AccessFixture, accountId: number, creatorId: number): Promise<string> {
  const settings = OfferBody.parse(newOffer());
  const { rows } = await product.services.pool.query(
    `with planted as (
       insert into offers (account_id, name, status, settings, created_by_id) values ($1, $2, 'active', $3, $4) returning id)
     insert into offer_versions (offer_id, version, settings) select id, 1, $3 from planted returning offer_id`,
    [accountId, settings.name, JSON.stringify(settings), creatorId],
  );
  return String(rows[0].offer_id);
}

/** Of an account that is not compared: of the admin, or of A. */
async function offerOfAnother(world: AccessFixture, identity: Identity): Promise<string> {
  const { userA, admin } = world.people;
  const { accountId, id } = ownerOf(world, identity) === userA ? admin : userA;
  return insertOffer(world, accountId, id);
}

const OFFER_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world, identity) => {
    const { accountId, id } = personOf(world, identity);
    return { id: await insertOffer(world, accountId, id) };
  },
  foreign: async (world, identity) => ({ id: await offerOfAnother(world, identity) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};
const versionOf =
  (kind: IdKind): Made<Params> =>
  async (world, identity) => ({ ...(await OFFER_IDS[kind](world, identity)), version: '1' });

export const offerRows: AccessRows = {
  'GET /v1/offers': { audience: READERS, status: 200, query: '?per_page=100' },
  'POST /v1/offers': { audience: WRITERS, status: 201, body: newOffer },
  'GET /v1/offers/:id': { audience: READERS, status: 200, ids: OFFER_IDS },
  'PUT /v1/offers/:id': { audience: WRITERS, status: 200, ids: OFFER_IDS, body: newOffer },
  'DELETE /v1/offers/:id': { audience: WRITERS, status: 200, ids: OFFER_IDS },
  'POST /v1/offers/:id/check': { audience: WRITERS, status: 200, ids: OFFER_IDS },
  'GET /v1/offers/:id/versions': { audience: READERS, status: 200, ids: OFFER_IDS },
  'POST /v1/offers/:id/versions/:version/restore': {
    audience: WRITERS,
    status: 200,
    ids: {
      own: versionOf('own'),
      foreign: versionOf('foreign'),
      missing: versionOf('missing'),
      malformed: versionOf('malformed'),
    },
  },
  'GET /v1/offers/:id/used_in': { audience: READERS, status: 200, ids: OFFER_IDS },
};
