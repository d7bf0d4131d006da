import type { NewApiToken } from '@poklik/contract/api-tokens';
import type { BlackListAction } from '@poklik/contract/black-list';
import { INVITATION_HOURS, type MemberAccess } from '@poklik/contract/team-users';
import { TOKEN_SCOPES } from '@poklik/contract/token-scopes';
import { and, eq, inArray } from 'drizzle-orm';
import { createToken } from '../features/api-tokens/api-tokens.service.ts';
import { createTokenAuthenticator } from '../features/api-tokens/token-authenticator.ts';
import { newSecret } from '../features/auth/session.service.ts';
import { addAddresses } from '../features/black-list/black-list.service.ts';
import { saveView } from '../features/statistics/saved-views.service.ts';
import { listMembers, setInvitationSecret } from '../features/team-users/team-users.repo.ts';
import { inviteMember } from '../features/team-users/team-users.service.ts';
import { campaigns } from '../stores/tables/campaigns.ts';
import { NETWORK_OF_BOTS } from './demo-visitors.ts';
import { daysAgo, hoursAgo, type Scene, type World } from './demo-world.ts';

const OWNER = 'user@demo.test';
const COFFEE = ['Кава зі Львова · Instagram', 'Кава зі Львова · Google · Польща'];
const TIKTOK = 'Курс англійської · TikTok';

async function idsOf({ services, person }: World, names: readonly string[]): Promise<number[]> {
  const { accountId } = await person(OWNER);
  const rows = await services.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.accountId, accountId), inArray(campaigns.name, [...names])));
  if (rows.length !== names.length) throw new Error(`not all of ${names.join(', ')} are there`);
  return rows.map(({ id }) => id);
}

type Standing = Partial<MemberAccess> & Pick<MemberAccess, 'role'>;

interface Colleague {
  email: string;
  name: string;
  ip: string;
  standing: Standing;
  /** Null for all. */
  campaigns: string[] | null;
}

async function inviteTo(world: World, { email, standing, campaigns: names }: Omit<Colleague, 'name' | 'ip'>) {
  const campaign_ids = names && (await idsOf(world, names));
  const whole = { can_see_money: true, can_export: true, can_edit_profile: true, ...standing, campaign_ids };
  const { member } = await inviteMember(world.services.db, world.tools.throttle, await world.as(OWNER), {
    email,
    ...whole,
  });
  return member.id;
}

/** Invited by letter, and there the next morning. */
const joins = (days: number, colleague: Colleague): Scene[] => [
  { at: daysAgo(days, 17), play: (world) => inviteTo(world, colleague) },
  {
    at: daysAgo(days - 1, 9),
    play: async (world) => {
      const { email, name, ip } = colleague;
      const { secret, hash } = newSecret();
      await setInvitationSecret(world.services.db, await placeOf(world, email), hash, INVITATION_HOURS);
      await world.signUp({ email, name, ip, inviteToken: secret });
    },
  },
];

async function placeOf({ services, person }: World, email: string): Promise<number> {
  const { accountId } = await person(OWNER);
  const place = (await listMembers(services.db, accountId)).find(({ member }) => member.email === email);
  if (!place) throw new Error(`${email} was not invited`);
  return place.member.id;
}

const uses = (
  at: Date,
  wanted: Partial<NewApiToken> & Pick<NewApiToken, 'name' | 'scopes'>,
  by: {
    author?: string;
    reach?: string[];
    ip?: string;
  },
): Scene => ({
  at,
  play: async (world) => {
    const { author = OWNER, reach, ip } = by;
    const caller = await world.as(author, author === OWNER ? 'OWNER' : 'ADMIN');
    const campaign_ids = reach ? await idsOf(world, reach) : null;
    const { token } = await createToken(world.services.db, caller, {
      ...{ ip_allow_list: null, expires_at: null, ...wanted, campaign_ids },
    });
    if (ip) await createTokenAuthenticator(world.services.db)(token, { ...caller, ip });
  },
});

const listed = (
  days: number,
  ip_addresses: string[],
  comment: string,
  action: BlackListAction,
  campaign?: string,
): Scene => ({
  at: daysAgo(days, 15),
  play: async (world) => {
    const campaign_id = campaign === undefined ? null : ((await idsOf(world, [campaign]))[0] ?? null);
    const wanted = { ip_addresses, comment, action, campaign_id };
    await addAddresses(world.services.db, await world.as(OWNER), wanted);
  },
});

const views = (email: string, saved: Record<string, string>): Scene => ({
  at: daysAgo(20, 12),
  play: async ({ services, person }) => {
    const { id: userId, accountId } = await person(email);
    for (const [name, search] of Object.entries(saved)) {
      await saveView(services.db, { accountId, userId }, { name, search });
    }
  },
});

const inDays = (days: number): string => hoursAgo(-24 * days).toISOString();

/** Whoever works in the account of a customer, and what they have set up there. */
export const TEAM: Scene[] = [
  ...joins(88, {
    email: 'lead@demo.test',
    name: 'Наталія Гнатюк',
    ip: '198.51.100.31',
    standing: { role: 'ADMIN' },
    campaigns: null,
  }),
  ...joins(80, {
    email: 'analyst@demo.test',
    name: 'Софія Ткач',
    ip: '198.51.100.32',
    standing: { role: 'VIEWER', can_see_money: false },
    campaigns: null,
  }),
  ...joins(64, {
    email: 'buyer@demo.test',
    name: 'Тарас Мороз',
    ip: '198.51.100.33',
    standing: { role: 'EDITOR', can_export: false },
    campaigns: [...COFFEE, TIKTOK],
  }),
  ...joins(40, {
    email: 'accountant@demo.test',
    name: 'Галина Романюк',
    ip: '198.51.100.34',
    standing: { role: 'BILLING', can_edit_profile: false },
    campaigns: null,
  }),
  {
    at: hoursAgo(6),
    play: (world) => inviteTo(world, { email: 'designer@demo.test', standing: { role: 'VIEWER' }, campaigns: COFFEE }),
  },

  uses(
    daysAgo(75),
    { name: 'Звіти в таблицю', scopes: ['statistics:read', 'conversions:read'] },
    { ip: '198.51.100.9' },
  ),
  uses(
    daysAgo(34),
    { name: 'CRM кав’ярні', scopes: ['conversions:read', 'conversions:write'], ip_allow_list: ['203.0.113.64/28'] },
    { reach: COFFEE, ip: '203.0.113.70' },
  ),
  uses(
    daysAgo(21),
    { name: 'Резервна копія', scopes: TOKEN_SCOPES.filter((scope) => scope.endsWith(':read')), expires_at: inDays(40) },
    {},
  ),
  uses(
    hoursAgo(8),
    {
      name: 'Автоматичні ставки',
      scopes: ['campaigns:read', 'campaigns:write', 'statistics:read'],
      expires_at: inDays(90),
    },
    { author: 'lead@demo.test', ip: '198.51.100.31' },
  ),

  listed(86, [NETWORK_OF_BOTS], 'Дата-центр, лише боти', 'exclude'),
  listed(57, ['203.0.113.7', '203.0.113.8'], 'Конкурент склікує бюджет', 'exclude'),
  listed(30, ['192.0.2.0/25'], 'Накрутка, підтверджена джерелом', 'block'),
  listed(12, ['2001:db8:77::/48', '198.51.100.200'], 'Тести команди', 'exclude', COFFEE[0]),
  listed(5, ['192.0.2.201'], 'Перевірка лендингу редактором', 'exclude', TIKTOK),

  views(OWNER, {
    'Прибуток за джерелами': 'g=traffic_source&metric=profit&sort=profit&order=desc',
    'Країни за 28 днів': 'period=last28&g=country&metric=conversions',
    'Кава: банери': 'g=campaign&g=sub1&metric=clicks&second=conversions',
    'Телефони в Україні': 'country=UA&device=mobile&g=campaign',
  }),
  views('analyst@demo.test', { 'Щоденний звіт': 'period=yesterday&g=campaign&g=country' }),
];
