import { AppError } from '@poklik/contract/errors';
import { ImageHash } from '@poklik/contract/settings';
import { brandImagePath } from '@poklik/domain/branding/brand-image-path';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { findBrandImage } from './settings.repo.ts';

/** Public, because login pages and emails show them. */
export function registerBrandImages(app: FastifyInstance, { db }: Services): void {
  app.get<{ Params: { hash: string } }>(brandImagePath(':hash'), async ({ params }, reply) => {
    const hash = ImageHash.safeParse(params.hash);
    const png = hash.success ? await findBrandImage(db, hash.data) : undefined;
    if (!png) throw new AppError('not_found');
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs in a browser show the logo too.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/png')
        .send(png)
    );
  });
}
