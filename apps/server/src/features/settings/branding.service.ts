import { createHash } from 'node:crypto';
import { invalidField } from '@poklik/contract/errors';
import { BRAND_IMAGE_BYTES_MAX } from '@poklik/contract/settings';
import type { Services } from '../../services.ts';
import { decodePng } from './png.ts';
import { findBrandImage, insertBrandImage } from './settings.repo.ts';

/** A logo is never drawn larger than this, and a small file can hold a huge image. */
const SIDE_MAX = 2_048;

/** Stored by its hash, so that a changed logo has a new URL and an old one can be restored. */
export async function addBrandImage({ db }: Services, base64: string) {
  const png = Buffer.from(base64, 'base64');
  if (png.length > BRAND_IMAGE_BYTES_MAX) throw invalidField('png', 'image_too_large');
  const image = decodePng(png, SIDE_MAX);
  if (!image) throw invalidField('png', 'image_invalid');
  const hash = createHash('sha256').update(png).digest('hex');
  await insertBrandImage(db, { hash, png });
  return { hash, ...image };
}

/** The logo for white paper, if the operator has one. */
export async function findLogo({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Buffer | undefined> {
  const { logoLight } = config.brand;
  return logoLight === null ? undefined : findBrandImage(db, logoLight);
}
