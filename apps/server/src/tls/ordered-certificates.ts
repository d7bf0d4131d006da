import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Listen } from '../stores/listen.ts';
import type { Database } from '../stores/postgres.ts';
import { createSecretBox } from '../stores/secret-box.ts';
import type { CertificateStore } from './certificate-store.ts';
import { startCertificateSync } from './certificate-sync.ts';
import { type Challenges, startChallenges } from './challenges.ts';

export interface OrderedCertificates {
  answerChallenge: Challenges['answer'];
  findChallengeContext: Challenges['findContext'];
  /** Resolves when the certificates of the snapshot are in the store. */
  loadInto(store: CertificateStore): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  config: Pick<Config, 'acme' | 'dataDir'>;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  listen: Listen;
  /** Opens private keys. */
  key: Buffer | Promise<Buffer> | undefined;
  log: Logger;
}

/** A tracker's part in ordering certificates: it answers challenges and serves what was issued. */
export function openOrderedCertificates({ config, key, log, ...postgres }: Options): OrderedCertificates {
  const closers: (() => Promise<void>)[] = [];
  let challenges: Challenges | undefined;
  if (config.acme && !key) log.error('certificates need SECRET_KEY: they can’t be served by this tracker');
  const box = config.acme && key ? Promise.resolve(key).then(createSecretBox) : undefined;
  void box?.then((opened) => {
    challenges = startChallenges({ ...postgres, box: opened, log });
    closers.push(challenges.close);
  });
  return {
    answerChallenge: (req, res) => challenges?.answer(req, res) ?? false,
    findChallengeContext: (host) => challenges?.findContext(host),
    async loadInto(store) {
      if (!box) return;
      const snapshotPath = join(config.dataDir, 'tracker', 'certificates.jsonl');
      const sync = await startCertificateSync({ ...postgres, box: await box, store, snapshotPath, log });
      closers.push(sync.close);
    },
    async close() {
      await Promise.all(closers.map((close) => close()));
    },
  };
}
