import { customersApi } from '@poklik/contract/customers';
import { profileApi } from '@poklik/contract/profile';
import { ROLES, type Role } from '@poklik/contract/roles';
import { tariffsApi } from '@poklik/contract/tariffs';
import { type ListedUser, usersApi } from '@poklik/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { afterEach, describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { UsersPage } from './users-page.tsx';

afterEach(() => {
  Cookies.remove('token');
  Cookies.remove('realToken');
});

const listed = (id: number, changes: Partial<ListedUser> = {}): ListedUser => ({
  id,
  email: `person-${id}@example.test`,
  name: `Person ${id}`,
  company: null,
  role: ROLES.USER,
  status: 'active',
  email_verified_at: '2026-01-01T00:00:00.000Z',
  team_role: 'OWNER',
  totp_enabled: false,
  owner: { id, email: `person-${id}@example.test` },
  tariff: { id: 1, code: 'free', name: 'Free' },
  last_login_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  customer: null,
  ...changes,
});

async function open(users: ListedUser[], { role = ROLES.SUPER_ADMIN as Role, at = '/en/users-list' } = {}) {
  const server = fakeServer();
  const asked: string[] = [];
  server.on(profileApi.get, () =>
    answered(
      profileApi.get,
      buildProfile({
        id: 1,
        email: 'operator@example.test',
        role,
        timezone: 'UTC',
        permissions: role === ROLES.SUPER_ADMIN ? ['users:read', 'users:write'] : [],
      }),
    ),
  );
  server.on(usersApi.list, ({ query }) => {
    asked.push(query.toString());
    const meta = { current_page: 1, last_page: 1, per_page: 10, total: users.length, links: [] };
    return answered(usersApi.list, { data: users, links: { prev: null, next: null }, meta });
  });
  server.on(tariffsApi.list, () => answered(tariffsApi.list, { data: [] }));
  server.on(customersApi.filters, () => answered(customersApi.filters, { data: { tags: ['vip'], countries: [] } }));
  const view = await renderAt(<UsersPage />, { at, language: 'en' });
  await loadNamespaces(['users_list', 'customers']);
  const user = userEvent.setup({ delay: null });
  const act = async (who: string, what: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions: ${who}` }));
    await user.click(await screen.findByRole('menuitem', { name: what }));
    return screen.findByRole('dialog');
  };
  return { ...view, server, asked, user, act };
}

describe('users page', () => {
  it.each([ROLES.USER, ROLES.ADMIN])('denies access to role %d', async (role) => {
    const { server } = await open([listed(2)], { role });
    expect(await screen.findByText('Access denied')).toBeVisible();
    expect(server.received).not.toContain('GET /users');
  });

  it('loads the list from the URL and writes the search and filters back to it', async () => {
    const { asked, user, search } = await open([listed(2)], { at: '/en/users-list?status=blocked&page=3' });
    await screen.findByText('Person 2');
    expect(asked).toEqual(['page=3&status=blocked']);
    await user.type(screen.getByRole('searchbox'), 'anna{Enter}');
    await waitFor(() => expect(search()).toBe('?status=blocked&search=anna'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Operator');
    await waitFor(() => expect(asked.at(-1)).toBe('search=anna&role=3&status=blocked'));
  });

  it('shows figures of customers and filters by their tags', async () => {
    const figures = {
      ...{ mrr: '49.00', revenue: '490.00', balance: '12.50', currency: 'USD', events: 8_000, events_limit: 10_000 },
      ...{ campaigns: 3, last_activity_at: null, country: null, tags: ['vip'], past_due: true },
    };
    const { asked, user } = await open([listed(2, { customer: figures }), listed(3)]);
    const row = await screen.findByRole('row', { name: /Person 2/ });
    for (const text of ['$49.00', '$12.50', '8k / 10k', 'vip', 'Unpaid']) expect(row).toHaveTextContent(text);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'vip');
    await waitFor(() => expect(asked.at(-1)).toBe('tag=vip'));
    expect(await screen.findByRole('button', { name: 'Save as segment' })).toBeVisible();
  });

  it('offers the allowed actions for each user and only the activity log for the operator', async () => {
    const { user } = await open([
      listed(1, { role: ROLES.SUPER_ADMIN, name: 'Operator' }),
      listed(2, { email_verified_at: null, totp_enabled: true }),
      listed(3, { status: 'blocked', team_role: 'VIEWER', owner: { id: 2, email: 'person-2@example.test' } }),
    ]);
    const offered = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions: ${name}` }));
      const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menuitem')).not.toBeInTheDocument());
      return items;
    };
    expect(await offered('Person 2')).toEqual([
      'Log in as',
      'Verify email',
      'Change role',
      'Assign plan',
      'Activity log',
      'Turn off two-factor',
      'Block',
    ]);
    expect(await offered('Person 3')).toEqual(['Assign plan', 'Activity log', 'Unblock']);
    expect(await offered('Operator')).toEqual(['Activity log']);
    expect(screen.getByText('member of person-2@example.test’s team')).toBeVisible();
  });

  it("keeps the dialog open and shows why a user can't be blocked", async () => {
    const { server, act, user } = await open([listed(2, { role: ROLES.SUPER_ADMIN })]);
    server.on(usersApi.update, () => errorResponse('last_super_admin', 'This is the last operator.'));
    const dialog = await act('Person 2', 'Block');
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Fraud');
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('This is the last operator.');
  });

  it('sends the selected role', async () => {
    const { server, act, user } = await open([listed(2)]);
    const sent: unknown[] = [];
    server.on(usersApi.update, ({ body }) => {
      sent.push(body);
      return answered(usersApi.update, { data: listed(2, { role: ROLES.ADMIN }) });
    });
    const dialog = await act('Person 2', 'Change role');
    await user.click(within(dialog).getByRole('radio', { name: /Payout admin/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Change role' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([{ role: 2 }]);
  });

  it('requires a reason before resetting two-factor authentication', async () => {
    const { server, act, user } = await open([listed(2, { totp_enabled: true })]);
    const sent: unknown[] = [];
    server.on(usersApi.resetTwoFactor, ({ body }) => {
      sent.push(body);
      return answered(usersApi.resetTwoFactor, { message: 'It is off.', data: listed(2) });
    });
    const dialog = await act('Person 2', 'Turn off two-factor');
    const confirm = within(dialog).getByRole('button', { name: 'Turn off' });
    await user.click(confirm);
    expect(await within(dialog).findByText('This field is required')).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(within(dialog).getByLabelText(/^Reason/), 'The phone is lost');
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([{ reason: 'The phone is lost' }]);
  });

  it("shows 'Token not found' when there is no session to return to", async () => {
    const { act, user, server } = await open([listed(2)]);
    const dialog = await act('Person 2', 'Log in as');
    await user.type(within(dialog).getByLabelText(/^Reason/), 'Asked for help');
    await user.click(within(dialog).getByRole('button', { name: 'Log in' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Token not found');
    expect(server.received).not.toContain('POST /login_user/2');
  });
});
