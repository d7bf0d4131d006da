import { OWN_SET } from '@poklik/contract/routing';
import type { Person, TestApp } from '../test-app.ts';
import { insertResetLink, insertSessions } from './login.ts';
import { prepareMoney } from './money.ts';
import {
  announcements,
  campaigns,
  connections,
  conversionFile,
  conversionsAndPostbacks,
  coupons,
  domains,
  helpRequests,
  invoices,
  landers,
  networks,
  networkTemplates,
  offers,
  paidInvoices,
  paymentMethods,
  plannedDowngrade,
  replays,
  segments,
  tariffs,
} from './records.ts';
import { prepareUsers } from './users.ts';
import type { Known } from './valid-values.ts';

interface Owners {
  product: TestApp;
  operator: Person;
  user: Person;
  /** Has links to reset the password. */
  forgetful: Person;
  /** The campaign that others are copies of. */
  template: number;
}

interface Kind<Id> {
  /** Features whose operations change or delete these records, so that each needs new ones. */
  of: readonly string[];
  make: () => Promise<Id[]>;
}

const kind = <Id>(of: readonly string[], make: () => Promise<Id[]>): Kind<Id> => ({ of, make });

const kindsOf = ({ product, operator, user, forgetful, template }: Owners) => ({
  money: kind(['transactions', 'withdrawals', 'referrals', 'payout_details', 'users'], () =>
    prepareMoney(product, operator, user),
  ),
  campaigns: kind(['companies', 'companies_related', 'replays'], () => campaigns(product, template, 20)),
  announcements: kind(['notifications'], () => announcements(product, operator, 20)),
  tariffs: kind(['tariffs'], () => tariffs(product, 20)),
  invoices: kind(['invoices', 'credit_notes', 'billing', 'subscription'], async () => [
    ...(await invoices(product, operator, 3)),
    ...(await invoices(product, user, 3)),
    ...(await paidInvoices(product, user, 5)),
  ]),
  methods: kind(['payment_methods'], async () => [
    ...(await paymentMethods(product, user, 10)),
    ...(await paymentMethods(product, operator, 10)),
  ]),
  downgrade: kind(['subscription', 'billing'], async () => {
    await plannedDowngrade(product, user);
    return [];
  }),
  sessions: kind(['sessions', 'logout', 'two_factor'], () => insertSessions(product, operator, 20)),
  people: kind(['users', 'team_users', 'api_tokens', 'login_user'], () => prepareUsers(product, operator)),
  events: kind(['conversions', 'postbacks', 'outgoing', 'outbox'], () => conversionsAndPostbacks(product, operator, 5)),
  links: kind(['password'], () => Promise.all(Array.from({ length: 10 }, () => insertResetLink(product, forgetful)))),
  domains: kind(['domains'], async () => [await domains(product, operator, 10)]),
  offers: kind(['offers'], () => offers(product, operator, 20)),
  landers: kind(['landers'], () => landers(product, operator, 20)),
  networks: kind(['networks'], () => networks(product, operator, 10)),
  networkTemplates: kind(['networks'], () => networkTemplates(product, 20)),
  segments: kind(['segments'], () => segments(product, 10)),
  connections: kind(['connections'], () => connections(product, operator, 10)),
  file: kind(['connections'], async () => [await conversionFile(product, operator)]),
  coupons: kind(['coupons'], () => coupons(product, 10)),
  replays: kind(['replays', 'companies'], async () => replays(product, await campaigns(product, template, 20))),
  help: kind(['help_requests'], () => helpRequests(product, user, 20)),
});

type Kinds = ReturnType<typeof kindsOf>;
type Made = { [Name in keyof Kinds]: Awaited<ReturnType<Kinds[Name]['make']>> };

/** Records that requests can name. */
export function createRecords(owners: Owners): { prepare(feature: string): Promise<Known> } {
  const kinds = kindsOf(owners);
  const made: Partial<Record<keyof Kinds, unknown[]>> = {};
  let current: string | undefined;
  return {
    /** Called for each operation. All records are new for another feature; then those that its operations change. */
    async prepare(feature) {
      const all = Object.entries(kinds) as [keyof Kinds, Kind<unknown>][];
      const own = all.filter(([, { of }]) => of.includes(feature));
      for (const [name, { make }] of feature === current ? own : all) made[name] = await make();
      current = feature;
      return valuesOf(
        made as Made,
        own.map(([name]) => name),
      );
    },
  };
}

function valuesOf(made: Made, own: readonly (keyof Kinds)[]): Known {
  const { money, events, offers: offerIds, landers: landerIds, campaigns: campaignIds } = made;
  const [hosts = { active: [], suspended: [] }] = made.domains;
  const numbers: Partial<Record<keyof Kinds, number[]>> = {
    ...made,
    // Repeated to make it likely, because a withdrawal can be decided once.
    money: [...money, ...money],
    domains: [...hosts.active, ...hosts.suspended],
    ...{ events: [], links: [], networkTemplates: [], file: [] },
  };
  const ids = Object.values(numbers).flat();
  const favourites = own.flatMap((name) => numbers[name] ?? []);
  return {
    file_key: made.file,
    template_code: made.networkTemplates,
    ...{ domain_id: hosts.active, move_to: hosts.active },
    // A destination leads to one thing.
    ...{ token: made.links, offer_id: offerIds, lander_id: [...landerIds, ...landerIds.map(() => null)] },
    replacement_id: [...offerIds, ...landerIds],
    id: [...ids, ...events, ...favoured(favourites, ids.length)],
    ...{ ids: [ids.slice(0, 3), ids, events.slice(0, 3), events], version: [1], uid: [OWN_SET] },
    until: [new Date().toISOString().slice(0, 10)],
    entries: [campaignIds.slice(0, 2).map(costEntry)],
  };
}

/** These IDs again and again, so many in all: half of the known ones, so that requests find something. */
const favoured = (ids: readonly number[], count: number): number[] =>
  ids.length === 0 ? [] : Array.from({ length: count }, (_, place) => ids[place % ids.length] as number);

const costEntry = (campaign_id: number) => {
  const today = new Date().toISOString().slice(0, 10);
  return { campaign_id, start: today, end: today, timezone: 'UTC', amount: '5', currency: 'USD' };
};
