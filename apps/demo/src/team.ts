import type { NewApiToken } from '@poklik/contract/api-tokens';
import type { BlackListAction } from '@poklik/contract/black-list';
import { INVITATION_HOURS, type MemberAccess } from '@poklik/contract/team-users';
import { TOKEN_SCOPES } from '@poklik/contract/token-scopes';
import { createToken } from '@poklik/server/features/api-tokens/api-tokens.service';
import { createTokenAuthenticator } from '@poklik/server/features/api-tokens/token-authenticator.service';
import { addAddresses } from '@poklik/server/features/black-list/black-list.service';
import { upsertView } from '@poklik/server/features/saved-views/saved-views.repo';
import { listMembers, setInvitationSecret } from '@poklik/server/features/team-users/team-users.repo';
import { inviteMember } from '@poklik/server/features/team-users/team-users.service';
import { generateSecret } from '@poklik/server/secret';
import { type DemoContext, type DemoEvent, daysAgo, findCampaignIds, hoursAgo, OWNER } from './context.ts';
import { BOT_NETWORK } from './visitors.ts';

const COFFEE = ['Кава зі Львова · Instagram', 'Кава зі Львова · Google · Польща'];
const TIKTOK = 'Курс англійської · TikTok';

async function campaignIds({ services }: DemoContext, names: readonly string[]): Promise<number[]> {
  const ids = (await findCampaignIds(services.db, names)).filter((id) => id !== undefined);
  if (ids.length !== names.length) throw new Error(`missing: some of ${names.join(', ')}`);
  return ids;
}

type DemoAccess = Partial<MemberAccess> & Pick<MemberAccess, 'role'>;

interface Colleague {
  email: string;
  name: string;
  ip: string;
  access: DemoAccess;
  /** Null for all. */
  campaigns: string[] | null;
}

async function inviteTo(demo: DemoContext, { email, access, campaigns: names }: Omit<Colleague, 'name' | 'ip'>) {
  const campaign_ids = names && (await campaignIds(demo, names));
  const whole = { can_see_money: true, can_export: true, can_edit_profile: true, ...access, campaign_ids };
  const { member } = await inviteMember(demo.services.db, demo.tools.throttle, await demo.as(OWNER), {
    email,
    ...whole,
  });
  return member.id;
}

/** Invited by email, joined the next morning. */
const joinTeam = (days: number, colleague: Colleague): DemoEvent[] => [
  { at: daysAgo(days, 17), run: (demo) => inviteTo(demo, colleague) },
  {
    at: daysAgo(days - 1, 9),
    run: async (demo) => {
      const { email, name, ip } = colleague;
      const { secret, hash } = generateSecret();
      await setInvitationSecret(demo.services.db, await placeOf(demo, email), hash, INVITATION_HOURS);
      await demo.signUp({ email, name, ip, inviteToken: secret });
    },
  },
];

async function placeOf({ services, person }: DemoContext, email: string): Promise<number> {
  const { accountId } = await person(OWNER);
  const place = (await listMembers(services.db, accountId)).find(({ member }) => member.email === email);
  if (!place) throw new Error(`${email} was not invited`);
  return place.member.id;
}

const createApiToken = (
  at: Date,
  wanted: Partial<NewApiToken> & Pick<NewApiToken, 'name' | 'scopes'>,
  by: {
    author?: string;
    reach?: string[];
    ip?: string;
  },
): DemoEvent => ({
  at,
  run: async (demo) => {
    const { author = OWNER, reach, ip } = by;
    const caller = await demo.as(author, author === OWNER ? 'OWNER' : 'ADMIN');
    const campaign_ids = reach ? await campaignIds(demo, reach) : null;
    const { token } = await createToken(demo.services.db, caller, {
      ...{ ip_allow_list: null, expires_at: null, ...wanted, campaign_ids },
    });
    if (ip) await createTokenAuthenticator(demo.services.db)(token, { ...caller, ip });
  },
});

const addBlackListEntries = (
  days: number,
  ip_addresses: string[],
  comment: string,
  action: BlackListAction,
  campaign?: string,
): DemoEvent => ({
  at: daysAgo(days, 15),
  run: async (demo) => {
    const campaign_id = campaign === undefined ? null : ((await campaignIds(demo, [campaign]))[0] ?? null);
    const wanted = { ip_addresses, comment, action, campaign_id };
    await addAddresses(demo.services.db, await demo.as(OWNER), wanted);
  },
});

const saveReports = (email: string, saved: Record<string, string>): DemoEvent => ({
  at: daysAgo(20, 12),
  run: async ({ services, person }) => {
    const { id: userId, accountId } = await person(email);
    for (const [name, search] of Object.entries(saved)) {
      await upsertView(services.db, { accountId, userId }, 'statistics', {
        name,
        search,
        layout: null,
        isShared: false,
      });
    }
  },
});

const inDays = (days: number): string => hoursAgo(-24 * days).toISOString();

/** The team of a customer and what its members have set up. */
export const TEAM: DemoEvent[] = [
  ...joinTeam(88, {
    email: 'lead@demo.test',
    name: 'Наталія Гнатюк',
    ip: '198.51.100.31',
    access: { role: 'ADMIN' },
    campaigns: null,
  }),
  ...joinTeam(80, {
    email: 'analyst@demo.test',
    name: 'Софія Ткач',
    ip: '198.51.100.32',
    access: { role: 'VIEWER', can_see_money: false },
    campaigns: null,
  }),
  ...joinTeam(64, {
    email: 'buyer@demo.test',
    name: 'Тарас Мороз',
    ip: '198.51.100.33',
    access: { role: 'EDITOR', can_export: false },
    campaigns: [...COFFEE, TIKTOK],
  }),
  ...joinTeam(40, {
    email: 'accountant@demo.test',
    name: 'Галина Романюк',
    ip: '198.51.100.34',
    access: { role: 'BILLING', can_edit_profile: false },
    campaigns: null,
  }),
  {
    at: hoursAgo(6),
    run: (demo) => inviteTo(demo, { email: 'designer@demo.test', access: { role: 'VIEWER' }, campaigns: COFFEE }),
  },

  createApiToken(
    daysAgo(75),
    { name: 'Звіти в таблицю', scopes: ['statistics:read', 'conversions:read'] },
    { ip: '198.51.100.9' },
  ),
  createApiToken(
    daysAgo(34),
    { name: 'CRM кав’ярні', scopes: ['conversions:read', 'conversions:write'], ip_allow_list: ['203.0.113.64/28'] },
    { reach: COFFEE, ip: '203.0.113.70' },
  ),
  createApiToken(
    daysAgo(21),
    { name: 'Резервна копія', scopes: TOKEN_SCOPES.filter((scope) => scope.endsWith(':read')), expires_at: inDays(40) },
    {},
  ),
  createApiToken(
    hoursAgo(8),
    {
      name: 'Автоматичні ставки',
      scopes: ['campaigns:read', 'campaigns:write', 'statistics:read'],
      expires_at: inDays(90),
    },
    { author: 'lead@demo.test', ip: '198.51.100.31' },
  ),

  addBlackListEntries(86, [BOT_NETWORK], 'Дата-центр, лише боти', 'exclude'),
  addBlackListEntries(57, ['203.0.113.7', '203.0.113.8'], 'Конкурент склікує бюджет', 'exclude'),
  addBlackListEntries(30, ['192.0.2.0/25'], 'Накрутка, підтверджена джерелом', 'block'),
  addBlackListEntries(12, ['2001:db8:77::/48', '198.51.100.200'], 'Тести команди', 'exclude', COFFEE[0]),
  addBlackListEntries(5, ['192.0.2.201'], 'Перевірка лендингу редактором', 'exclude', TIKTOK),

  saveReports(OWNER, {
    'Прибуток за джерелами': 'g=traffic_source&metric=profit&sort=profit&order=desc',
    'Країни за 28 днів': 'period=last28&g=country&metric=conversions',
    'Кава: банери': 'g=campaign&g=sub1&metric=clicks&second=conversions',
    'Телефони в Україні': 'country=UA&device=mobile&g=campaign',
  }),
  saveReports('analyst@demo.test', { 'Щоденний звіт': 'period=yesterday&g=campaign&g=country' }),
];
