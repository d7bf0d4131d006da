import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@poklik/child-processes/free-port';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { S3Settings } from '../../backup-settings.ts';
import { loadConfig } from '../../config.ts';
import { FileMissing } from './backup-target.ts';
import { signRequest } from './s3-client.ts';
import { openS3Target } from './s3-target.ts';

const MIB = 1024 * 1024;

describe('S3 target', { timeout: 60_000 }, () => {
  let folder: string;
  let server: S3rver;
  let settings: S3Settings;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-s3-'));
    const own = { address: '127.0.0.1', port: 0, silent: true, directory: folder };
    server = new S3rver({ ...own, configureBuckets: [{ name: 'backups' }] });
    const { port } = await server.run();
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const place = { endpoint: `http://127.0.0.1:${port}`, bucket: 'backups', prefix: 'poklik/eu' };
    settings = { ...place, ...keys, region: 'us-east-1' };
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('writes, reads, lists and removes files of every size', async () => {
    const target = openS3Target(settings);
    const files = new Map([
      ['20261119T031000Z/manifest.json', Buffer.from('{}')],
      ['archive/events/host@2/1-0/0-16777216', randomBytes(12 * MIB)],
      ['archive/empty', Buffer.alloc(0)],
    ]);
    for (const [path, bytes] of files) await target.write(path, bytes);
    for (const [path, bytes] of files) expect((await target.read(path)).equals(bytes)).toBe(true);
    expect((await target.list()).sort()).toEqual([...files.keys()].sort());
    expect(await openS3Target({ ...settings, prefix: 'poklik' }).list()).toHaveLength(files.size);
    expect(await openS3Target({ ...settings, prefix: 'pok' }).list()).toEqual([]);
    for (const path of files.keys()) await target.remove(path);
    expect(await target.list()).toEqual([]);
    await expect(target.read('archive/empty')).rejects.toThrow(FileMissing);
  });

  it('lists more files than fit on a page', async () => {
    const target = openS3Target({ ...settings, prefix: 'many' }, 3);
    const names = Array.from({ length: 8 }, (_, index) => `file-${index}`);
    for (const name of names) await target.write(name, Buffer.from('x'));
    expect(await target.list()).toEqual(names);
  });

  it('sends a part again that was cut off, and not the ones before', async () => {
    const bytes = randomBytes(12 * MIB);
    const proxy = await startCuttingProxy(Number(new URL(settings.endpoint).port), 8 * MIB);
    try {
      const target = openS3Target({ ...settings, endpoint: `http://127.0.0.1:${proxy.port}`, prefix: 'cut' });
      await target.write('large', bytes);
      expect((await target.read('large')).equals(bytes)).toBe(true);
      expect(proxy.cuts()).toBe(1);
      // The second of three parts was sent twice.
      expect(proxy.sent()).toBeLessThan(bytes.length + 5.5 * MIB);
    } finally {
      await proxy.close();
    }
  });

  it('leaves nothing behind when it gives up', async () => {
    const proxy = await startCuttingProxy(Number(new URL(settings.endpoint).port), 8 * MIB, Number.POSITIVE_INFINITY);
    const target = openS3Target({ ...settings, endpoint: `http://127.0.0.1:${proxy.port}`, prefix: 'lost' });
    await expect(target.write('large', randomBytes(12 * MIB))).rejects.toThrow("can't be reached");
    await proxy.close();
    expect(await openS3Target({ ...settings, prefix: 'lost' }).list()).toEqual([]);
    const left = (await readdir(folder, { recursive: true })).filter((path) => path.includes('lost'));
    expect(left.filter((path) => path.includes('large'))).toEqual([]);
  });

  it('says that the server is not there', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    await expect(openS3Target({ ...settings, endpoint }).list()).rejects.toThrow(/can't be reached: ECONNREFUSED/);
  });

  it.each([
    [{ bucket: 'nowhere' }, /There is no bucket nowhere at .* correct BACKUP_TO/],
    [{ accessKeyId: 'OTHER' }, /rejects the access key \(InvalidAccessKeyId\). Check AWS_ACCESS_KEY_ID/],
  ])('says what is wrong: %j', async (changes, message) => {
    await expect(openS3Target({ ...settings, ...changes }).list()).rejects.toThrow(message);
  });
});

/** Passes bytes on, and cuts a connection once that many were sent, `times` times. */
async function startCuttingProxy(to: number, after: number, times = 1) {
  let [sent, cuts] = [0, 0];
  const server: Server = createServer((socket) => {
    const upstream = connect(to, '127.0.0.1');
    upstream.on('data', (chunk) => socket.write(chunk));
    socket.on('data', (chunk) => {
      sent += chunk.length;
      const isCut = sent > after && cuts < times && chunk.length > 1024;
      if (!isCut) return void upstream.write(chunk);
      cuts += 1;
      socket.destroy();
      upstream.destroy();
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    cuts: () => cuts,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Examples of the Amazon S3 API reference, "Signature Calculations for the Authorization Header". */
describe('signature', () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };
  const url = 'https://examplebucket.s3.amazonaws.com';
  it.each([
    [{ method: 'GET', url: `${url}/?lifecycle` }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      { method: 'GET', url: `${url}/?max-keys=2&prefix=J` },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
    [
      {
        method: 'PUT',
        url: `${url}/test$file.text`,
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
  ])('is as AWS computes it: %#', async (request, signature) => {
    const { headers } = await signRequest(credentials, request, '20130524T000000Z');
    expect(headers.get('authorization')).toContain(`Signature=${signature}`);
  });
});

describe('settings', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  it.each([
    [{ BACKUP_TO: 'gs://bucket', ...keys }, 'must be a folder or a URL such as s3://bucket/prefix'],
    [{ BACKUP_TO: 's3://', ...keys }, 'must be a folder or a URL'],
    [{ BACKUP_TO: 's3://bucket' }, 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('%j are refused', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('name bucket, prefix and endpoint', () => {
    const { s3 } = loadConfig({ BACKUP_TO: 's3://bucket/a/b/', AWS_REGION: 'eu-central-1', ...keys }).backups;
    const place = { bucket: 'bucket', prefix: 'a/b', endpoint: 'https://s3.eu-central-1.amazonaws.com' };
    expect(s3).toMatchObject(place);
  });
});
