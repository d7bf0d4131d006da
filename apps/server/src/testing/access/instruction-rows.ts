import type { AccessFixture } from './identities.ts';
import { type AccessRow, type AccessRows, fresh, OPERATOR, SIGNED_IN } from './row.ts';

const guide = () => ({
  slug: `guide-${fresh()}`,
  category: 'api',
  title: { ua: '', ru: '', en: 'A guide' },
  body: { ua: '', ru: '', en: 'How it is done.' },
  has_check: false,
  is_published: true,
});

/** Guides are shared, so a deleted one is used as the foreign one. */
const INSTRUCTION_IDS: NonNullable<AccessRow['ids']> = {
  own: async (world) => ({ id: await plantInstruction(world, null) }),
  foreign: async (world) => ({ id: await plantInstruction(world, new Date()) }),
  missing: () => ({ id: '999999999' }),
  malformed: () => ({ id: '1e1' }),
};

export const instructionRows: AccessRows = {
  'GET /v1/instructions': { audience: SIGNED_IN, status: 200 },
  'POST /v1/instructions': { audience: OPERATOR, status: 201, body: guide },
  'POST /v1/instructions/reorder': { audience: OPERATOR, status: 200, body: () => ({ ids: [999_999_999] }) },
  'PUT /v1/instructions/:id': { audience: OPERATOR, status: 200, ids: INSTRUCTION_IDS, body: guide },
  'DELETE /v1/instructions/:id': { audience: OPERATOR, status: 200, ids: INSTRUCTION_IDS },
};

async function plantInstruction({ product }: AccessFixture, deletedAt: Date | null): Promise<string> {
  const { slug, category, title, body } = guide();
  const { rows } = await product.services.pool.query(
    `insert into instructions (slug, category, position, title, body, deleted_at)
     values ($1, $2, 1, $3, $4, $5) returning id`,
    [slug, category, title, body, deletedAt],
  );
  return String(rows[0].id);
}
