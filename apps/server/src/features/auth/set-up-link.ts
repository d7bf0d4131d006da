import type { Services } from '../../services.ts';
import { countSuperAdmins, replaceLinkToken } from './auth.repo.ts';
import { newSecret } from './secret.ts';

const SET_UP_MINUTES = 7 * 24 * 60;

/** The one-time link that creates the operator, new at each start; null when there is an operator. */
export async function setUpLink({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string | null> {
  if ((await countSuperAdmins(db)) > 0) return null;
  const { secret, hash } = newSecret();
  await replaceLinkToken(db, { purpose: 'set_up', userId: null, tokenHash: hash, minutes: SET_UP_MINUTES });
  return `${config.publicUrl}/registration?setup=${secret}`;
}
