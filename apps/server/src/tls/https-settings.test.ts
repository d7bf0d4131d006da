import { expect, it } from 'vitest';
import { loadConfig } from '../config.ts';

const SETTINGS = { PUBLIC_URL: 'https://app.test', HTTPS_PORT: '443', ACME_EMAIL: 'you@app.test' };

it('needs no more than an address to order certificates', () => {
  const { https, acme } = loadConfig(SETTINGS);
  expect(https).toEqual({ port: 443, certificateFolder: undefined });
  expect(acme).toMatchObject({ directory: 'https://acme-v02.api.letsencrypt.org/directory', challenge: 'auto' });
});

it.each([
  [{ ACME_EMAIL: undefined }, 'HTTPS_PORT: needs ACME_EMAIL'],
  [{ PUBLIC_URL: undefined }, 'ACME_EMAIL: needs PUBLIC_URL'],
  [{ ACME_EAB_KID: 'kid' }, 'ACME_EAB_KID and ACME_EAB_KEY must be set together'],
  [{ ACME_DNS_HOOK: '/hook' }, 'ACME_DNS_HOOK: needs TRACKING_ZONE'],
  [{ ACME_DIRECTORY: 'http://ca.test' }, 'ACME_DIRECTORY'],
])('%j stops the start with a message', (change, message) => {
  expect(() => loadConfig({ ...SETTINGS, ...change })).toThrow(message);
});
