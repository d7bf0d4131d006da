import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, globalAgent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { until } from '../test-tracker.ts';

const OWN_CERTIFICATE = fileURLToPath(new URL('localhost.crt', import.meta.url));
const OWN_KEY = fileURLToPath(new URL('localhost.key', import.meta.url));

/** A small certificate authority for tests. Undefined where it isn't installed: those tests are skipped. */
export const pebblePath = [process.env.PEBBLE_PATH, '/usr/bin/pebble'].find((path) => {
  try {
    if (path) accessSync(path, constants.X_OK);
    return path;
  } catch {
    return false;
  }
});

/** For the names of tests. */
export const WITHOUT_PEBBLE = pebblePath ? '' : ' (skipped: Pebble, a Debian package, is not installed)';

export interface Pebble {
  directory: string;
  /** What its certificates are verified with. */
  root: string;
  /** File with the root and Pebble's own certificate, for NODE_EXTRA_CA_CERTS. */
  trustFile: string;
  stop(): Promise<void>;
}

interface PebbleOptions {
  /** Where hosts are asked for challenges. */
  httpPort: number;
  tlsPort: number;
  /** Port of the directory. */
  port?: number;
  dnsServer?: string;
  /** Issues without looking at challenges. */
  isTrusting?: boolean;
}

export async function startPebble(options: PebbleOptions): Promise<Pebble> {
  const { httpPort, tlsPort, dnsServer, isTrusting } = options;
  const port = options.port ?? (await freePort());
  const managementPort = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'poklik-pebble-'));
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: OWN_CERTIFICATE,
    privateKey: OWN_KEY,
    httpPort,
    tlsPort,
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ pebble: config }));
  const dns = dnsServer === undefined ? [] : ['-dnsserver', dnsServer];
  const child = spawn(pebblePath ?? 'pebble', ['-config', join(folder, 'config.json'), ...dns], {
    // Every order is validated, without the pause that Pebble makes by default.
    env: {
      PEBBLE_VA_NOSLEEP: '1',
      PEBBLE_AUTHZREUSE: '0',
      PEBBLE_WFE_NONCEREJECT: '0',
      ...(isTrusting ? { PEBBLE_VA_ALWAYS_VALID: '1' } : {}),
    },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const ownCertificate = await readFile(OWN_CERTIFICATE, 'utf8');
  let root = '';
  await until(async () => {
    root = await download(managementPort, ownCertificate).catch(() => '');
    return root !== '';
  });
  const trustFile = join(folder, 'trusted.pem');
  await writeFile(trustFile, `${ownCertificate}\n${root}`);
  return {
    directory: `https://localhost:${port}/dir`,
    root,
    trustFile,
    async stop() {
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const download = (port: number, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const agent = new Agent({ ca });
    request({ host: 'localhost', port, path: '/roots/0', agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

/** Makes this process trust Pebble's directory; returns a function that undoes it. */
export async function trustPebble(): Promise<() => void> {
  const { ca } = globalAgent.options;
  globalAgent.options.ca = await readFile(OWN_CERTIFICATE, 'utf8');
  return () => {
    if (ca === undefined) delete globalAgent.options.ca;
    else globalAgent.options.ca = ca;
  };
}
