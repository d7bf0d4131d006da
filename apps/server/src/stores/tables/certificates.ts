import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Certificates that Poklik orders: one per host, or one for all subdomains of the zone. */
export const certificates = pgTable(
  'certificates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Lower case, in punycode; `*.` at the beginning stands for one label. */
    host: text().notNull(),
    /** In PEM; null until the first order has succeeded, like the other columns about the certificate. */
    chain: text(),
    keySealed: text(),
    notBefore: instant(),
    notAfter: instant(),
    /** Directory of the certificate authority that issued it. */
    source: text(),
    /** Failed orders since the last success. */
    failures: integer().notNull().default(0),
    /** When the next order is due, to renew it or after a failure. */
    nextTryAt: instant().notNull().defaultNow(),
    lastError: text(),
    /** When the certificate authority was last asked when to renew it. */
    renewalAskedAt: instant(),
    /** The last notification about this certificate; null after a success. */
    alarm: text({ enum: ['failing', 'expiring', 'expired'] }),
  },
  (table) => [
    uniqueIndex('certificates_host_key').on(table.host),
    index('certificates_next_try_index').on(table.nextTryAt),
  ],
);

/** Accounts with certificate authorities. */
export const acmeAccounts = pgTable('acme_accounts', {
  directory: text().primaryKey(),
  keySealed: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** Open challenges of a certificate authority, which any tracker may have to answer. */
export const acmeChallenges = pgTable(
  'acme_challenges',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    host: text().notNull(),
    token: text().notNull(),
    /** What a request for the token is answered with. */
    keyAuthorization: text().notNull(),
    /** For challenges in a TLS handshake: the certificate to answer with. */
    certificate: text(),
    keySealed: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('acme_challenges_token_index').on(table.token)],
);

/** Orders of the last days, because certificate authorities limit them. */
export const acmeOrders = pgTable(
  'acme_orders',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    host: text().notNull(),
    registeredDomain: text().notNull(),
    isRenewal: boolean().notNull(),
    result: text({ enum: ['open', 'issued', 'failed'] })
      .notNull()
      .default('open'),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('acme_orders_created_at_index').on(table.createdAt),
    index('acme_orders_registered_domain_index').on(table.registeredDomain, table.createdAt),
  ],
);
