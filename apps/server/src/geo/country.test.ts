import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { maxmindDatabase } from '../testing/maxmind-database.ts';
import { openCountries } from './country.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
async function fileWith(content: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-geo-'));
  folders.push(folder);
  await writeFile(join(folder, 'own.mmdb'), content);
  return join(folder, 'own.mmdb');
}

describe('country lookup', () => {
  const countries = openCountries();
  it.each([
    ['8.8.8.8', 'US'],
    ['194.44.0.1', 'UA'],
    ['2a01:4f8::1', 'DE'],
    ['2001:4860:4860::8888', 'US'],
    ['127.0.0.1', 'ZZ'],
    ['10.1.2.3', 'ZZ'],
    ['::1', 'ZZ'],
    ['', 'ZZ'],
    ['nonsense', 'ZZ'],
  ])('%s is %s', (address, country) => {
    expect(countries.countryOf(address)).toBe(country);
    expect(countries.countryOf(address)).toBe(country);
  });

  it('has a dated database', () => {
    expect(countries.database.date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(countries.database.name).not.toBe('');
  });

  it("reads the operator's own MaxMind file", async () => {
    const file = await fileWith(maxmindDatabase('FR', Date.UTC(2026, 5, 1)));
    const own = openCountries(file);
    expect(own.countryOf('1.2.3.4')).toBe('FR');
    expect(own.database).toEqual({ name: 'own.mmdb', date: '2026-06-01' });
  });

  it('rejects a file that is not a database', async () => {
    const file = await fileWith(Buffer.from('not a database'));
    expect(() => openCountries(file)).toThrow('GEO_DATABASE');
    expect(() => openCountries('/nowhere/at-all.mmdb')).toThrow('GEO_DATABASE');
  });

  it('ships both address families in one file', () => {
    expect(() =>
      createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    ).not.toThrow();
  });
});
