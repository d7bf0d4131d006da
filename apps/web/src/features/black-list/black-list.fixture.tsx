import { type BlackListEntry, type BlackListReport, blackListApi } from '@poklik/contract/black-list';
import { campaignsApi } from '@poklik/contract/campaigns';
import type { Permission } from '@poklik/contract/permissions';
import { profileApi } from '@poklik/contract/profile';
import userEvent from '@testing-library/user-event';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { BlackListPage } from './black-list-page.tsx';

export const entry = (id: number, changes: Partial<BlackListEntry> = {}): BlackListEntry => ({
  id,
  ip: `192.0.2.${id}`,
  action: 'exclude',
  campaign: null,
  comment: '',
  hits: 0,
  last_hit_at: null,
  created_at: '2026-02-03T14:05:00.000Z',
  ...changes,
});

const owner = (permissions: Permission[]) => buildProfile({ name: 'Anna', locale: 'en', permissions });

export const NOTHING: BlackListReport = { added: [], merged: [], refused: [], warnings: [] };

export interface Shown {
  entries?: BlackListEntry[];
  max?: number | null;
  permissions?: Permission[];
  at?: string;
  listFails?: boolean;
}

export const pageOf = (entries: BlackListEntry[], max: number | null = 100) => ({
  data: entries,
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: 10, total: entries.length, links: [] },
  limits: { used: entries.length, max },
  own_ip: '203.0.113.9',
});

/** The screen with a list the test can change. */
export async function openBlackList({
  entries = [],
  max = 100,
  permissions = ['black_list:read', 'black_list:write', 'campaigns:read'],
  at = '/en/black-list',
  listFails = false,
}: Shown = {}) {
  const server = fakeServer();
  const state = { entries, asked: [] as string[], sent: [] as unknown[], report: NOTHING };
  server.on(profileApi.get, () => answered(profileApi.get, owner(permissions)));
  server.on(campaignsApi.list, () =>
    Response.json({
      data: [],
      links: { prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 100, total: 0, links: [] },
      totals: null,
    }),
  );
  server.on(blackListApi.list, ({ query }) => {
    state.asked.push(query.toString());
    return listFails
      ? errorResponse('forbidden', 'You don’t have permission to do this.')
      : answered(blackListApi.list, pageOf(state.entries, max));
  });
  server.on(blackListApi.add, ({ body }) => {
    state.sent.push(body);
    state.entries = [...state.report.added, ...state.entries];
    return answered(blackListApi.add, { data: state.report });
  });
  const rendering = renderAt(<BlackListPage />, { at, language: 'en' });
  await loadNamespaces(['black_list_page']);
  const view = await rendering;
  return { ...view, server, state, user: userEvent.setup({ delay: null }) };
}
