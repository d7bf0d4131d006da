import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import { LRUCache } from 'lru-cache';
import { Reader } from 'mmdb-lib';

export interface Countries {
  /** ISO 3166-1 alpha-2 code of a normalized address; ZZ if unknown. */
  countryOf(address: string): string;
  /** Name and date of the database. */
  database: { name: string; date: string };
}

/** Plain and MaxMind record formats. */
interface CountryEntry {
  country_code?: unknown;
  country?: { iso_code?: unknown };
}

const CACHE_SIZE = 20_000;

/** The bundled database. Only this file of the package has both address families. */
const BUNDLED_DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Reads a country database into memory; `file` is the operator's own. */
export function openCountries(file?: string): Countries {
  const path = file ?? createRequire(import.meta.url).resolve(BUNDLED_DATABASE);
  const reader = openReader(path);
  const known = new LRUCache<string, string>({ max: CACHE_SIZE });
  return {
    countryOf(address) {
      const found = known.get(address);
      if (found !== undefined) return found;
      const country = lookUp(reader, address);
      known.set(address, country);
      return country;
    },
    database: {
      name: file ? basename(file) : reader.metadata.databaseType,
      date: reader.metadata.buildEpoch.toISOString().slice(0, 10),
    },
  };
}

function openReader(path: string): Reader<never> {
  try {
    return new Reader<never>(readFileSync(path));
  } catch (error) {
    throw new Error(
      `Invalid settings:\n  GEO_DATABASE: ${path} is not a country database (${(error as Error).message})`,
    );
  }
}

function lookUp(reader: Reader<never>, address: string): string {
  try {
    const entry = reader.get(address) as CountryEntry | null;
    const code = entry?.country_code ?? entry?.country?.iso_code;
    return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : UNKNOWN_COUNTRY;
  } catch {
    // The database does not have this address family.
    return UNKNOWN_COUNTRY;
  }
}
