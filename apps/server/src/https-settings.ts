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

type HttpsSettings = Pick<Environment, 'HTTPS_PORT' | 'TLS_CERTS' | 'ACME_EMAIL'>;

export function parseHttps({ HTTPS_PORT, TLS_CERTS, ACME_EMAIL }: HttpsSettings): HttpsConfig | undefined {
  if (HTTPS_PORT === undefined) return undefined;
  if (TLS_CERTS === undefined && ACME_EMAIL === undefined)
    throw invalid('HTTPS_PORT: needs ACME_EMAIL to order certificates, or TLS_CERTS, the folder with certificates');
  return { port: HTTPS_PORT, certificateFolder: TLS_CERTS === undefined ? undefined : resolve(TLS_CERTS) };
}

type AcmeSettings = Pick<
  Environment,
  | 'ACME_EMAIL'
  | 'ACME_DIRECTORY'
  | 'ACME_CHALLENGE'
  | 'ACME_EAB_KID'
  | 'ACME_EAB_KEY'
  | 'ACME_DNS_HOOK'
  | 'PUBLIC_URL'
  | 'TRACKING_ZONE'
>;

export function parseAcme(settings: AcmeSettings): AcmeConfig | undefined {
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
