import type { RequestListener } from 'node:http';
import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { runLoop } from '../background-loop.ts';
import { hostOf } from '../host-name.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import type { SecretBox } from '../stores/secret-box.ts';
import { findKeyAuthorization, listChallenges } from './stored-certificates.repo.ts';

const CHALLENGES_CHANNEL = 'acme_challenges_changed';
export const CHALLENGE_PATH = '/.well-known/acme-challenge/';
const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;
const LOOKUPS_PER_SECOND = 20;
const UNKNOWN_TTL_MS = 60_000;

export interface Challenges {
  /** Answers a request of a certificate authority; returns whether it was one. */
  answer: (...message: Parameters<RequestListener>) => boolean;
  /** For a handshake of a certificate authority. */
  findContext(host: string): SecureContext | undefined;
  close(): Promise<void>;
}

interface ChallengesOptions {
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  /** Opens private keys. */
  box: SecretBox;
  log: Logger;
}

/** Open challenges in memory. Which machine the certificate authority asks is decided by DNS, so all have all. */
export function startChallenges({ db, listen, box, log }: ChallengesOptions): Challenges {
  let answers = new Map<string, string>();
  let contexts = new Map<string, SecureContext>();
  let isDue = true;
  const loop = runLoop({
    failure: 'challenge sync failed',
    log,
    iterate: async () => {
      if (!isDue) return false;
      isDue = false;
      try {
        const open = await listChallenges(await db);
        answers = new Map(open.map(({ host, token, keyAuthorization }) => [`${host} ${token}`, keyAuthorization]));
        contexts = new Map(
          open.flatMap(({ host, certificate, keySealed }) =>
            certificate && keySealed ? [[host, challengeContext(certificate, box.open(keySealed))]] : [],
          ),
        );
      } catch (error) {
        isDue = true;
        throw error;
      }
      return false;
    },
  });
  const reload = () => {
    isDue = true;
    loop.wake();
  };
  const subscription = listen(CHALLENGES_CHANNEL, reload, reload);
  void subscription.then(reload, () => undefined);
  const lookUp = createLookup(db);

  return {
    answer(req, res) {
      const path = (req.url ?? '').split('?', 1)[0] ?? '';
      if (!path.startsWith(CHALLENGE_PATH)) return false;
      const token = path.slice(CHALLENGE_PATH.length);
      const host = hostOf(req);
      const send = (text: string | null) => {
        res.writeHead(text === null ? 404 : 200, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
        res.end(text ?? 'Not found.');
      };
      const known = answers.get(`${host} ${token}`);
      if (known !== undefined || !TOKEN.test(token)) send(known ?? null);
      else
        lookUp(host, token).then(send, (error: unknown) => {
          log.debug({ err: error }, 'challenge lookup failed');
          send(null);
        });
      return true;
    },
    findContext: (host) => contexts.get(host.toLowerCase()),
    async close() {
      await loop.stop();
      void subscription.then((stop) => stop()).catch(() => undefined);
    },
  };
}

const challengeContext = (cert: string, key: string): SecureContext =>
  createSecureContext({ cert, key, minVersion: 'TLSv1.2' });

/** The notification may come later than the request. Strangers must not keep PostgreSQL busy. */
function createLookup(db: Database | Promise<Database>) {
  const unknown = new LRUCache<string, true>({ max: 1_000, ttl: UNKNOWN_TTL_MS });
  let second = 0;
  let lookups = 0;
  return async (host: string, token: string): Promise<string | null> => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, lookups] = [now, 0];
    lookups += 1;
    const name = `${host} ${token}`;
    if (unknown.has(name) || lookups > LOOKUPS_PER_SECOND) return null;
    unknown.set(name, true);
    return findKeyAuthorization(await db, host, token);
  };
}
