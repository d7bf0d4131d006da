import { campaignsApi } from '@poklik/contract/campaigns';
import { conversionsApi } from '@poklik/contract/conversions';
import { instructionsApi } from '@poklik/contract/instructions';
import type { Permission } from '@poklik/contract/permissions';
import { ROLES } from '@poklik/contract/roles';
import { usersApi } from '@poklik/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { newCampaign } from '../../testing/campaign.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { startTestI18n } from '../../testing/texts.ts';
import { Palette } from './palette.tsx';

const CUSTOMER: Permission[] = ['campaigns:read', 'campaigns:write', 'conversions:read', 'instructions:read'];
const pageOf = <Row,>(data: Row[]) => ({
  data,
  links: { prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: 6, total: data.length, links: [] },
});

let server: ReturnType<typeof fakeServer>;
let asked: string[];
const onClose = vi.fn();
const onShortcuts = vi.fn();

beforeEach(() => {
  server = fakeServer();
  asked = [];
  onClose.mockReset();
  onShortcuts.mockReset();
  sessionStorage.clear();
  server.on(instructionsApi.list, () => answered(instructionsApi.list, { data: [] }));
  server.on(campaignsApi.list, ({ query }) => {
    asked.push(query.get('search') ?? '');
    const found = ['Кава взимку', 'Чай влітку'].filter((name) =>
      name.toLowerCase().includes(query.get('search') ?? ''),
    );
    return answered(campaignsApi.list, {
      ...pageOf(found.map((name, place) => newCampaign(place + 1, name))),
      totals: null,
    });
  });
  server.on(conversionsApi.list, () => answered(conversionsApi.list, { ...pageOf([]), totals: [] }));
});

async function open(changes: Parameters<typeof buildProfile>[0] = { permissions: CUSTOMER }) {
  await startTestI18n('ua');
  await loadNamespaces(['sidebar']);
  const view = await renderAt(
    <Palette profile={buildProfile(changes)} opened onClose={onClose} onShortcuts={onShortcuts} onLogout={() => {}} />,
  );
  const field = await screen.findByRole('combobox');
  await waitFor(() => expect(field).toHaveFocus());
  return { ...view, field, user: userEvent.setup() };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const activeOption = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('command palette', () => {
  it('shows the user’s screens and actions before anything is typed', async () => {
    await open();
    expect(screen.getByRole('dialog', { name: 'Пошук або команда' })).toBeInTheDocument();
    const places = within(screen.getByRole('group', { name: 'Перейти' })).getAllByRole('option');
    expect(places.map((each) => each.getAttribute('href'))).toContain('/ua/statistics');
    expect(places.map((each) => each.getAttribute('href'))).not.toContain('/ua/users-list');
    expect(within(screen.getByRole('group', { name: 'Дії' })).getByText('Нова кампанія')).toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('shows the operator’s commands', async () => {
    server.on(usersApi.list, () => answered(usersApi.list, pageOf([])));
    await open({ role: ROLES.SUPER_ADMIN, permissions: ['users:read', 'notifications:write'] });
    const hrefs = screen.getAllByRole('option').map((option) => option.getAttribute('href'));
    expect(hrefs).toEqual(expect.arrayContaining(['/ua/users-list', '/ua/notifications']));
    expect(hrefs).not.toContain('/ua/campaign');
    expect(screen.queryByText('Нова кампанія')).toBeNull();
  });

  it('finds a screen typed on the other keyboard layout, and Enter opens it', async () => {
    const { field, user, router } = await open();
    await user.type(field, 'cnfnbcn');
    expect(activeOption(field)).toContain('Статистика');
    await user.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalled();
    await waitFor(() => expect(router.state.location.pathname).toBe('/ua/statistics'));
  });

  it('moves with arrow keys, Home and End', async () => {
    const { field, user } = await open();
    const all = options();
    await user.keyboard('{ArrowDown}');
    expect(activeOption(field)).toBe(all[1]);
    await user.keyboard('{End}');
    expect(activeOption(field)).toBe(all.at(-1));
    await user.keyboard('{ArrowDown}');
    expect(activeOption(field)).toBe(all[0]);
    await user.keyboard('{ArrowUp}');
    expect(activeOption(field)).toBe(all.at(-1));
    await user.keyboard('{Home}');
    expect(activeOption(field)).toBe(all[0]);
    expect(field).toHaveFocus();
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
  });

  it('searches campaigns on the server after a pause, also on the other layout', async () => {
    const { field, user } = await open();
    await user.type(field, 'rfdf');
    const found = await screen.findByRole('option', { name: /Кава взимку/ });
    expect(found).toHaveAttribute('href', '/ua/campaign/update/1?tab=overview');
    expect(asked).toEqual(['rfdf', 'кава']);
  });

  it('says when nothing is found', async () => {
    const { field, user } = await open();
    await user.type(field, 'щщщщ');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Нічого не знайдено'));
    expect(options()).toEqual([]);
  });

  it('shows an error and retries on request', async () => {
    server.on(campaignsApi.list, () => errorResponse('internal', 'Щось зламалося'));
    const { field, user } = await open();
    await user.type(field, 'кава');
    expect(await screen.findByRole('alert')).toHaveTextContent('Щось зламалося');
    server.on(campaignsApi.list, () =>
      answered(campaignsApi.list, { ...pageOf([newCampaign(1, 'Кава взимку')]), totals: null }),
    );
    await user.click(screen.getByRole('button', { name: 'Спробувати ще раз' }));
    expect(await screen.findByRole('option', { name: /Кава взимку/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('copies the postback URL of the chosen campaign, and Backspace goes back', async () => {
    const { field, user } = await open();
    await user.type(field, 'постбек{Enter}');
    expect(field).toHaveAccessibleName('URL постбеку якої кампанії скопіювати?');
    expect(field).toHaveValue('');
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Backspace}');
    expect(field).toHaveAccessibleName('Розділ, кампанія, дія…');
    await user.type(field, 'постбек{Enter}');
    await screen.findByRole('option', { name: /Чай влітку/ });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await navigator.clipboard.readText()).toBe('https://t.example/postback?key=secret2');
    expect(onClose).toHaveBeenCalled();
  });

  it('lists recently chosen commands first', async () => {
    const { field, user, unmount } = await open();
    await user.type(field, 'кава');
    await user.click(await screen.findByRole('option', { name: /Кава взимку/ }));
    unmount();
    await open();
    const recent = within(screen.getByRole('group', { name: 'Нещодавні' })).getAllByRole('option');
    expect(recent.map((each) => each.getAttribute('href'))).toEqual(['/ua/campaign/update/1?tab=overview']);
  });

  it('hides single-key shortcuts when they are off', async () => {
    await open({ permissions: CUSTOMER, shortcuts: false });
    expect(document.querySelector('kbd')).toBeNull();
  });

  it('opens the shortcut help', async () => {
    const { field, user } = await open();
    await user.type(field, 'гарячі{Enter}');
    expect(onShortcuts).toHaveBeenCalled();
  });
});
