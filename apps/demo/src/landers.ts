import { LanderBody } from '@poklik/contract/landers';
import type { FindLander } from '@poklik/domain/landers/live-lander';
import { createLander } from '@poklik/server/features/landers/landers.service';
import type { Database } from '@poklik/server/stores/postgres';
import { landers } from '@poklik/server/stores/tables/campaigns';
import { type DemoEvent, daysAgo, OWNER } from './context.ts';

export const GADGET_QUIZ = 'Квіз: обери ґаджет';

export const listDemoLanders = (db: Database) => db.select().from(landers);

/** The landers as routing knows them. */
export async function findLiveLanders(db: Database): Promise<FindLander> {
  const known = new Map((await listDemoLanders(db)).map((lander) => [lander.id, lander]));
  return (id) => {
    const lander = known.get(id);
    if (!lander) return undefined;
    const { url, slots, direct_campaign_id: directCampaignId } = lander.settings;
    const state = lander.status === 'active' ? 'open' : lander.status;
    return { id, key: lander.key, url, state, slots, directCampaignId };
  };
}

const DRAFTS = [
  {
    name: GADGET_QUIZ,
    url: 'https://quiz.gadgets.example/black-friday?c={click_id}',
    slots: 2,
    tags: ['квіз', 'сезон'],
  },
  { name: 'Огляд страховок', url: 'https://travel-blog.example/insurance', status: 'paused', tags: ['страхування'] },
] as const;

/** Before the campaigns that lead to them. */
export const LANDERS: DemoEvent[] = DRAFTS.map((draft, place) => ({
  at: daysAgo(94, 7 + place),
  run: async ({ services, as }) => createLander(services, await as(OWNER), LanderBody.parse(draft)),
}));
