import { createPrivateKey, X509Certificate } from 'node:crypto';

/** A certificate with its chain and key. */
export interface Certificate {
  /** Hosts it is for, in lower case; `*.` at the beginning stands for one label. */
  names: readonly string[];
  /** In PEM, the host's own certificate first. */
  chain: string;
  key: string;
  notBefore: number;
  notAfter: number;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/;

/** Throws if the key is not the certificate's, or one of them can't be read. */
export function parseCertificate(chain: string, key: string): Certificate {
  const [own] = CERTIFICATE.exec(chain) ?? [];
  if (own === undefined) throw new Error('no certificate found');
  const parsed = new X509Certificate(own);
  if (!parsed.checkPrivateKey(createPrivateKey(key))) throw new Error('the key belongs to another certificate');
  return {
    names: readNames(parsed),
    chain,
    key,
    notBefore: Date.parse(parsed.validFrom),
    notAfter: Date.parse(parsed.validTo),
  };
}

const readNames = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName
    .split(', ')
    .flatMap((entry) => (entry.startsWith('DNS:') ? [entry.slice('DNS:'.length).toLowerCase()] : []));
