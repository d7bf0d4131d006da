import { resolve } from 'node:path';
import type { Environment } from './environment.ts';

export interface HttpsConfig {
  port: number;
  /** Own certificates, which win over ordered ones. */
  certificateFolder: string | undefined;
}

export interface AcmeConfig {
  /** Of the operator; the certificate authority writes to it. */
  email: string;
  directory: string;
  challenge: Environment['ACME_CHALLENGE'];
  /** Ties the account to one at the certificate authority. */
  accountBinding: { kid: string; hmacKey: string } | undefined;
  /** A program that sets and clears DNS records. */
  dnsHook: string | undefined;
}

interface HttpsParts {
  https: HttpsConfig | undefined;
  acme: AcmeConfig | undefined;
}

export function parseHttps(settings: Environment): HttpsParts {
  const { HTTPS_PORT: port, TLS_CERTS: folder, ACME_EMAIL: email } = settings;
  if (port !== undefined && folder === undefined && email === undefined)
    throw invalid('HTTPS_PORT: needs ACME_EMAIL to order certificates, or TLS_CERTS, the folder with certificates');
  const certificateFolder = folder === undefined ? undefined : resolve(folder);
  return { https: port === undefined ? undefined : { port, certificateFolder }, acme: parseAcme(settings) };
}

function parseAcme(settings: Environment): AcmeConfig | undefined {
  const { ACME_EMAIL: email, ACME_EAB_KID: kid, ACME_EAB_KEY: hmacKey, ACME_DNS_HOOK: dnsHook } = settings;
  if (email === undefined) return undefined;
  if (settings.PUBLIC_URL === undefined) throw invalid('ACME_EMAIL: needs PUBLIC_URL, whose host gets a certificate');
  if (dnsHook !== undefined && settings.TRACKING_ZONE === undefined)
    throw invalid('ACME_DNS_HOOK: needs TRACKING_ZONE, whose subdomains get one certificate');
  if ((kid === undefined) !== (hmacKey === undefined))
    throw invalid('ACME_EAB_KID and ACME_EAB_KEY must be set together');
  return {
    email,
    directory: settings.ACME_DIRECTORY,
    challenge: settings.ACME_CHALLENGE,
    accountBinding: kid !== undefined && hmacKey !== undefined ? { kid, hmacKey } : undefined,
    dnsHook: dnsHook === undefined ? undefined : resolve(dnsHook),
  };
}

const invalid = (line: string): Error => new Error(`Invalid settings:\n  ${line}`);
