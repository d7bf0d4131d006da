import type { Domain, domainsApi } from '@poklik/contract/domains';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Caller } from '../../http/caller.ts';
import { waitError } from '../../http/limits/request-limits.ts';
import { buildPage } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { listAliases, setAliases } from './aliases.service.ts';
import { checkNow } from './check-domain.service.ts';
import { toDomain } from './domain.response.ts';
import { removeAnyDomain, removeDomain, switchToSpare } from './domain-use.service.ts';
import { countCampaignsByDomain, type DomainRow } from './domains.repo.ts';
import { addDomain, changeDomain, getDomain, listAccountDomains } from './domains.service.ts';
import { liftSuspension, listAllDomains, suspendDomain } from './operator-domains.service.ts';

const CHECKS_PER_MINUTE = 6;

export function domainsRoutes(services: Services): Handlers<typeof domainsApi> {
  const { db, config } = services;
  const checks = new RateLimiterMemory({ points: CHECKS_PER_MINUTE, duration: 60 });

  async function respond(caller: Caller, rows: readonly DomainRow[]): Promise<Domain[]> {
    const used = await countCampaignsByDomain(db, [...new Set(rows.map(({ accountId }) => accountId))]);
    return rows.map((row) => toDomain(row, config, used.get(row.id) ?? 0, caller.language));
  }
  const respondOne = async (caller: Caller, row: DomainRow) => ({ data: (await respond(caller, [row]))[0] as Domain });
  const done = (caller: Caller, key: string) => ({ message: translator(caller.language)(`done.${key}`) });

  return {
    list: async (caller) => ({ data: await respond(caller, await listAccountDomains(services, caller)) }),
    create: async (caller, { body }) => respondOne(caller, await addDomain(services, caller, body.host)),
    check: async (caller, { params }) => {
      await getDomain(db, caller.accountId, params.id);
      await takeCheck(checks, params.id);
      return respondOne(caller, await checkNow(services, caller.accountId, params.id));
    },
    update: async (caller, { params, body }) =>
      respondOne(caller, await changeDomain(services, caller, params.id, body)),
    remove: async (caller, { params, query }) => {
      await removeDomain(services, caller, { id: params.id, moveTo: query.move_to });
      return done(caller, 'domain_removed');
    },
    all: async (caller, { query }) => {
      const { rows, total } = await listAllDomains(db, query);
      const domains = await respond(
        caller,
        rows.map(({ domain }) => domain),
      );
      const data = domains.map((domain, place) => {
        const row = rows[place] as (typeof rows)[number];
        return { ...domain, account: { id: row.domain.accountId, owner: row.owner } };
      });
      return { data, ...buildPage('/domains/all', query, total) };
    },
    removeAny: async (caller, { params }) => {
      await removeAnyDomain(services, caller, params.id);
      return done(caller, 'domain_removed');
    },
    suspend: async (caller, { params, body }) => {
      await suspendDomain(services, caller, params.id, body.reason);
      return done(caller, 'domain_suspended');
    },
    lift: async (caller, { params }) => {
      await liftSuspension(services, caller, params.id);
      return done(caller, 'domain_lifted');
    },
    aliases: async (caller, { params }) => ({ data: await listAliases(db, caller, params.id) }),
    setAliases: async (caller, { params, body }) => ({
      data: await setAliases(services, caller, params.id, body.aliases),
    }),
    switch: async (caller, { body }) => ({ data: await switchToSpare(services, caller, body.ids) }),
  };
}

async function takeCheck(checks: RateLimiterMemory, id: number): Promise<void> {
  try {
    await checks.consume(id);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw waitError(Math.ceil(error.msBeforeNext / 1_000));
    throw error;
  }
}
