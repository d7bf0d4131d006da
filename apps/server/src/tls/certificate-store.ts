import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Certificate } from './certificate.ts';

/** A context takes some 26 kB. */
const CONTEXTS_MAX = 5_000;

export interface CertificateStore {
  /** For the host of a TLS handshake; undefined if no certificate covers it. An expired one is better than none. */
  findContext(host: string): SecureContext | undefined;
  covers(host: string): boolean;
  /** The operator's own certificates, which win. */
  replaceFiles(certificates: readonly Certificate[]): void;
  /** Ordered certificates, one by one. */
  put(id: number, certificate: Certificate): void;
  remove(id: number): void;
}

/** Certificates by host. Contexts are made when they are first needed. */
export function createCertificateStore(): CertificateStore {
  const files = createNames();
  const ordered = createNames();
  const orderedById = new Map<number, Certificate>();
  const contexts = new LRUCache<string, { certificate: Certificate; context: SecureContext }>({ max: CONTEXTS_MAX });
  const find = (host: string): Certificate | undefined => files.find(host) ?? ordered.find(host);
  /** Contexts of replaced certificates are made again when they are needed. */
  const forgetContexts = () => {
    for (const [host, { certificate }] of contexts.entries()) if (find(host) !== certificate) contexts.delete(host);
  };
  const remove = (id: number) => {
    const before = orderedById.get(id);
    if (before === undefined) return;
    orderedById.delete(id);
    ordered.remove(before);
  };

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
    covers: (host) => find(host.toLowerCase()) !== undefined,
    replaceFiles(certificates) {
      files.clear();
      for (const certificate of certificates) files.add(certificate);
      forgetContexts();
    },
    put(id, certificate) {
      remove(id);
      orderedById.set(id, certificate);
      ordered.add(certificate);
      forgetContexts();
    },
    remove(id) {
      remove(id);
      forgetContexts();
    },
  };
}

/** Of several certificates for a host, the one that is valid for the longest. */
function createNames() {
  const byName = new Map<string, Certificate>();
  return {
    find: (host: string): Certificate | undefined =>
      byName.get(host) ?? byName.get(`*${host.slice(Math.max(host.indexOf('.'), 0))}`),
    add(certificate: Certificate) {
      for (const name of certificate.names) {
        const other = byName.get(name);
        if (other === undefined || other.notAfter < certificate.notAfter) byName.set(name, certificate);
      }
    },
    remove(certificate: Certificate) {
      for (const name of certificate.names) if (byName.get(name) === certificate) byName.delete(name);
    },
    clear: () => byName.clear(),
  };
}
