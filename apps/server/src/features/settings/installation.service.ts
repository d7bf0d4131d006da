import { invalidField } from '@poklik/contract/errors';
import type { Services } from '../../services.ts';

const TIMEOUT_MS = 5_000;
const PATH = '/v1/installation';

/** The same on every machine that shares the secret key, and says nothing about it. */
export const getInstallationId = ({ secrets }: Pick<Services, 'secrets'>): string =>
  secrets.fingerprint('installation');

/** An address that leads elsewhere would send customers and their links there. */
export async function checkNewAddress(services: Services, url: string): Promise<void> {
  if (url === services.config.publicUrl) return;
  const answer = await fetch(url + PATH, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.json())
    .catch(() => undefined);
  const id = (answer as { data?: { id?: unknown } } | undefined)?.data?.id;
  if (id !== getInstallationId(services)) throw invalidField('values.public_url', 'address_not_ours');
}
