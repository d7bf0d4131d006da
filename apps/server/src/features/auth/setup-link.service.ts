import { generateSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import { countSuperAdmins, replaceLinkToken } from './auth.repo.ts';

const SETUP_LINK_MINUTES = 7 * 24 * 60;

/** Returns a new one-time link on each start; null once an operator exists. */
export async function createSetupLink({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string | null> {
  if ((await countSuperAdmins(db)) > 0) return null;
  const { secret, hash } = generateSecret();
  await replaceLinkToken(db, { purpose: 'set_up', userId: null, tokenHash: hash, minutes: SETUP_LINK_MINUTES });
  return `${config.publicUrl}/registration?setup=${secret}`;
}
