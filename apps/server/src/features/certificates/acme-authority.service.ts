import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AcmeConfig } from '../../https-settings.ts';
import type { Services } from '../../services.ts';
import { createCertificateBox, type SecretBox } from '../../stores/secret-box.ts';
import type { AcmeAuthority, Challenge } from '../../tls/acme.ts';
import {
  CHALLENGES_CHANNEL,
  findAccountKey,
  insertChallenge,
  notifyTrackers,
  removeChallenge,
  shareAccountKey,
} from './certificates.repo.ts';

type Tools = Pick<Services, 'db' | 'secrets'>;

const HOOK_TIMEOUT_MS = 300_000;
/** Trackers are told by a notification; a handshake can't wait for PostgreSQL like a request can. */
const HANDSHAKE_CHALLENGE_DELAY_MS = 1_000;

/** Loaded when it is first needed, because only a worker that orders certificates uses the library. */
export async function openAuthority({ db, secrets }: Tools, acme: AcmeConfig): Promise<AcmeAuthority> {
  const { connectAuthority, createAccountKey } = await import('../../tls/acme.ts');
  const { directory, email, accountBinding } = acme;
  const sealed =
    (await findAccountKey(db, directory)) ??
    (await shareAccountKey(db, directory, secrets.seal(await createAccountKey())));
  return connectAuthority({ directory, email, accountBinding, accountKey: secrets.open(sealed) });
}

/** Gives the answer of a challenge to all trackers. */
export async function publishChallenge({ db, secrets }: Tools, challenge: Challenge): Promise<() => Promise<void>> {
  const { host, token, keyAuthorization, certificate } = challenge;
  const box = createCertificateBox(secrets);
  const id = await db.transaction(async (tx) => {
    const inserted = await insertChallenge(tx, { host, token, keyAuthorization, ...sealCertificate(certificate, box) });
    await notifyTrackers(tx, CHALLENGES_CHANNEL, '');
    return inserted;
  });
  if (certificate) await sleep(HANDSHAKE_CHALLENGE_DELAY_MS);
  return () =>
    db.transaction(async (tx) => {
      await removeChallenge(tx, id);
      await notifyTrackers(tx, CHALLENGES_CHANNEL, '');
    });
}

const sealCertificate = (certificate: Challenge['certificate'], box: SecretBox) =>
  certificate ? { certificate: certificate.chain, keySealed: box.seal(certificate.key) } : {};

const run = promisify(execFile);

/** Sets a TXT record with the operator's program, which ends when the record can be looked up. */
export async function publishByHook(hook: string, { host, keyAuthorization }: Challenge): Promise<() => Promise<void>> {
  const call = (action: 'set' | 'clear') =>
    run(hook, [action, `_acme-challenge.${host}`, keyAuthorization], { timeout: HOOK_TIMEOUT_MS });
  await call('set');
  return async () => {
    await call('clear');
  };
}
