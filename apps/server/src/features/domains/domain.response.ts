import type { Domain, DomainCheck, DomainCheckName } from '@poklik/contract/domains';
import { NOT_CHECKED, type StoredDomainCheck } from '@poklik/domain/domains/domain-checks';
import type { Config } from '../../config.ts';
import type { Visitor } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { DomainRow } from './domains.repo.ts';
import { displayHost, domainUrl } from './link-origins.service.ts';

type Language = Visitor['language'];

export const cnameTarget = (ownershipValue: string, zone: string): string => `${ownershipValue}.in.${zone}`;
export const txtName = (host: string): string => `_poklik.${host}`;
export const txtValue = (ownershipValue: string): string => `poklik=${ownershipValue}`;

/** What was found, and what to change. */
export const checkMessage = (language: Language, host: string, { code, seen, wanted }: StoredDomainCheck): string =>
  translator(language)(`domains.check.${code}`, {
    host: displayHost(host),
    txt_name: txtName(host),
    seen: seen ?? '',
    wanted: wanted ?? '',
  });

const toCheck = (language: Language, host: string, check: StoredDomainCheck = NOT_CHECKED): DomainCheck => ({
  ...check,
  message: checkMessage(language, host, check),
});

const given = (code: 'given' | 'https_works' | 'no_https'): StoredDomainCheck => ({
  state: code === 'no_https' ? 'waiting' : 'ok',
  code,
  seen: null,
  wanted: null,
  at: null,
});

/** Subdomains of the zone are not checked: they have the HTTPS of the trackers. */
const givenChecks = (url: string): Record<DomainCheckName, StoredDomainCheck> => ({
  ownership: given('given'),
  dns: given('given'),
  reachable: given('given'),
  certificate: given(url.startsWith('https:') ? 'https_works' : 'no_https'),
});

export function toDomain(row: DomainRow, config: Config, campaigns: number, language: Language): Domain {
  const { host, checks, kind } = row;
  const zone = config.trackingZone?.zone;
  const url = domainUrl(row, config);
  const known = kind === 'given' ? givenChecks(url) : checks;
  const check = (name: DomainCheckName) => toCheck(language, host, known[name]);
  return {
    id: row.id,
    host,
    name: displayHost(host),
    kind,
    status: row.status,
    url,
    is_default: row.isDefault,
    record:
      kind === 'given' || zone === undefined
        ? null
        : {
            cname: { name: host, value: cnameTarget(row.ownershipValue, zone) },
            txt: { name: txtName(host), value: txtValue(row.ownershipValue) },
          },
    checks: {
      ownership: check('ownership'),
      dns: check('dns'),
      reachable: check('reachable'),
      certificate: check('certificate'),
    },
    root_mode: row.rootMode,
    root_text: row.rootText,
    root_url: row.rootUrl,
    not_found_url: row.notFoundUrl,
    suspended_reason: row.suspendedReason,
    campaigns,
    created_at: row.createdAt.toISOString(),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
  };
}
