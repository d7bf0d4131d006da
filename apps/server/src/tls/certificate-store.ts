import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Certificate } from './certificate.ts';

/** A context takes some 26 kB. */
const CONTEXTS_MAX = 5_000;

export interface CertificateStore {
  /** For the host of a TLS handshake; undefined if no certificate covers it. An expired one is better than none. */
  findContext(host: string): SecureContext | undefined;
  replaceAll(certificates: readonly Certificate[]): void;
}

/** Certificates by host. Contexts are made when they are first needed. */
export function createCertificateStore(): CertificateStore {
  const byName = new Map<string, Certificate>();
  const contexts = new LRUCache<string, { certificate: Certificate; context: SecureContext }>({ max: CONTEXTS_MAX });
  const find = (host: string): Certificate | undefined =>
    byName.get(host) ?? byName.get(`*${host.slice(Math.max(host.indexOf('.'), 0))}`);

  return {
    findContext(host) {
      const name = host.toLowerCase();
      const certificate = find(name);
      if (certificate === undefined) return undefined;
      const known = contexts.get(name);
      if (known?.certificate === certificate) return known.context;
      const { chain, key } = certificate;
      const context = createSecureContext({ cert: chain, key, minVersion: 'TLSv1.2' });
      contexts.set(name, { certificate, context });
      return context;
    },
    replaceAll(certificates) {
      byName.clear();
      for (const certificate of certificates) {
        for (const name of certificate.names) {
          const other = byName.get(name);
          if (other === undefined || other.notAfter < certificate.notAfter) byName.set(name, certificate);
        }
      }
      // Contexts of replaced certificates are made again when they are needed.
      for (const [host, { certificate }] of contexts.entries()) if (find(host) !== certificate) contexts.delete(host);
    },
  };
}
