import { basename } from 'node:path';

/** What a file of a server feature can be: `<subject>.<role>.ts`. */
const ROLES = ['routes', 'service', 'repo', 'jobs', 'emails', 'response', 'test', 'fault', 'fixture'];
/** Files without a role, because their noun says what they are. */
const KNOWN_NOUNS = [
  'billing-context',
  'campaign-keys',
  'conversion-money',
  'dns-lookup',
  'domain-host',
  'invoice-layout',
  'invoice-pdf',
  'invoice-pdf-thread',
  'localized-names',
  'ownership-value',
  'passwords',
  'png',
  'redirect-loop',
  'totp',
];

const FEATURE_FILE = /^apps\/server\/src\/features\/.*\.ts$/;

/** Reports a server feature file whose name does not say what it does. */
export function checkFeatureFile(path, report) {
  if (!FEATURE_FILE.test(path)) return;
  const [subject, ...suffixes] = basename(path, '.ts').split('.');
  const isKnown = suffixes.length === 0 ? KNOWN_NOUNS.includes(subject) : ROLES.includes(suffixes.at(-1));
  if (!isKnown) report(`says no role; end its name with ${ROLES.join(', ')}, or add its noun to the known ones`);
}
