import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Certificate, parseCertificate } from './certificate.ts';

const RESCAN_INTERVAL_MS = 10_000;
/** Expired certificates are served, so somebody must be told. */
const REMIND_INTERVAL_MS = 3_600_000;
/** The share of its lifetime at which a certificate should have been renewed. */
const EXPIRING_SHARE = 0.2;

interface Pair {
  name: string;
  chainFile: string;
  keyFile: string;
}

export interface CertificateFolder {
  stop(): void;
}

interface FolderOptions {
  folder: string;
  onChange(certificates: readonly Certificate[]): void;
  log: Logger;
  rescanMs?: number;
}

/**
 * Reads certificates from files, and again when a file changes. Names and times are compared instead of watched,
 * because tools replace such files by links. Throws if the folder can't be read at the start.
 */
export async function watchCertificateFolder(options: FolderOptions): Promise<CertificateFolder> {
  const { folder, log, onChange, rescanMs = RESCAN_INTERVAL_MS } = options;
  let mark = '';
  let certificates: readonly Certificate[] = [];
  let isReading = false;

  async function read(): Promise<void> {
    const pairs = await listPairs(folder);
    const next = await markOf(pairs);
    if (next === mark) return;
    certificates = await readPairs(pairs, log);
    mark = next;
    onChange(certificates);
    warnOfExpiry(certificates, log);
  }

  await read();
  const rescan = setInterval(async () => {
    if (isReading) return;
    isReading = true;
    try {
      await read();
    } catch (error) {
      // What was read before is served.
      log.warn({ err: error, folder }, 'certificates unreadable');
    } finally {
      isReading = false;
    }
  }, rescanMs);
  const remind = setInterval(() => warnOfExpiry(certificates, log), REMIND_INTERVAL_MS);
  rescan.unref();
  remind.unref();
  return {
    stop() {
      clearInterval(rescan);
      clearInterval(remind);
    },
  };
}

/** `name.crt` or `name.pem` with `name.key`; without that file, the key is in `name.pem` too. */
async function listPairs(folder: string): Promise<Pair[]> {
  const files = new Set(await readdir(folder));
  return [...files]
    .filter((file) => /\.(crt|pem)$/.test(file))
    .sort()
    .map((file) => {
      const name = file.slice(0, file.lastIndexOf('.'));
      const keyFile = files.has(`${name}.key`) ? `${name}.key` : file;
      return { name, chainFile: join(folder, file), keyFile: join(folder, keyFile) };
    });
}

async function markOf(pairs: readonly Pair[]): Promise<string> {
  const marks = pairs
    .flatMap(({ chainFile, keyFile }) => [chainFile, keyFile])
    .map(async (file) => {
      const { mtimeMs, size, ino } = await stat(file);
      return `${file} ${mtimeMs} ${size} ${ino}`;
    });
  return (await Promise.all(marks)).join('\n');
}

/** One unreadable file must not take the others away. */
async function readPairs(pairs: readonly Pair[], log: Logger): Promise<Certificate[]> {
  const read = pairs.map(async ({ name, chainFile, keyFile }) => {
    try {
      return [parseCertificate(await readFile(chainFile, 'utf8'), await readFile(keyFile, 'utf8'))];
    } catch (error) {
      log.error({ certificate: name, reason: (error as Error).message }, 'certificate unusable');
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

function warnOfExpiry(certificates: readonly Certificate[], log: Logger): void {
  const now = Date.now();
  for (const { names, notBefore, notAfter } of certificates) {
    const facts = { hosts: names, expires: new Date(notAfter).toISOString() };
    if (notAfter <= now) log.error(facts, 'certificate expired');
    else if (notAfter - now < (notAfter - notBefore) * EXPIRING_SHARE) log.warn(facts, 'certificate expires soon');
  }
}
