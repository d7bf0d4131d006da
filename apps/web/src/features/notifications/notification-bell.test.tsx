import { type Notification, notificationsApi } from '@poklik/contract/notifications';
import { ROLES, type Role } from '@poklik/contract/roles';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import { screenWidth } from '../../testing/screen-width.ts';
import { showToastsWith, type Toast } from '../../ui/toast/toast.ts';
import { NotificationBell } from './notification-bell.tsx';
import { announcement, buildUser, listOf } from './notifications.fixture.ts';

const unreadOf = (messages: Notification[]) => {
  const ids = messages.filter(({ read }) => !read).map(({ id }) => id);
  return { notification_count: ids.length, newest_unread_id: ids.length > 0 ? Math.max(...ids) : null };
};

/** The bell remembers what it has shown until the browser closes. */
const endBrowserSession = () => Cookies.remove('notifications_shown');
beforeEach(endBrowserSession);

/** A server with these notifications and a user of this role. */
async function open(messages: Notification[], role: Role = ROLES.USER, language: 'ua' | 'en' | 'ru' = 'ua') {
  const server = fakeServer();
  const state = { messages };
  server.on(notificationsApi.list, () => answered(notificationsApi.list, listOf(state.messages)));
  server.on(notificationsApi.markAllAsRead, () => {
    state.messages = state.messages.map((each) => ({ ...each, read: true }));
    return answered(notificationsApi.markAllAsRead, { message: 'ok' });
  });
  const send = server.onEvents(notificationsApi.stream, unreadOf(messages));
  const view = await renderAt(
    <>
      <NotificationBell profile={buildUser(role)} />
      <button type="button">elsewhere</button>
    </>,
    { at: `/${language}/campaign`, language },
  );
  const arrive = (message: Notification) =>
    act(async () => {
      state.messages = [message, ...state.messages];
      send(unreadOf(state.messages));
    });
  const bell = await screen.findByRole('button', { name: /Сповіщення|Notifications|Уведомления/ });
  return { ...view, server, state, arrive, bell, user: userEvent.setup({ delay: null }) };
}

const panel = () => screen.queryByRole('dialog');
const locked = () => document.documentElement.hasAttribute('data-scroll-locked');

describe('notification bell', () => {
  it('opens the panel by itself for unread notifications and shows their number', async () => {
    const { bell } = await open([announcement(2), announcement(1)]);
    const opened = await screen.findByRole('dialog', { name: 'Сповіщення' });
    expect(await within(opened).findByText('2 нові повідомлення')).toBeVisible();
    expect(bell).toHaveAccessibleName('Сповіщення: 2 нові');
    expect(bell).toHaveTextContent('2');
    expect(bell).toHaveAttribute('aria-expanded', 'true');
  });

  it('stays closed when everything is read, and opens on click', async () => {
    const { bell, user } = await open([announcement(1, { read: true })]);
    expect(bell).toHaveAccessibleName('Сповіщення');
    expect(panel()).not.toBeInTheDocument();
    await user.click(bell);
    expect(panel()).toBeVisible();
  });

  it('links the operator to the screen and never opens the panel', async () => {
    const { bell, user, router } = await open([announcement(1)], ROLES.SUPER_ADMIN);
    await waitFor(() => expect(bell).toHaveTextContent('1'));
    expect(panel()).not.toBeInTheDocument();
    await user.click(bell);
    expect(router.state.location.pathname).toBe('/ua/notifications');
    expect(panel()).not.toBeInTheDocument();
  });

  it('opens again for a new notification, without a reload', async () => {
    const { arrive, bell, user } = await open([announcement(1)]);
    await screen.findByRole('dialog');
    await user.click(bell);
    await waitFor(() => expect(panel()).not.toBeInTheDocument());
    await arrive(announcement(2));
    expect(await screen.findByText('Роботи 2')).toBeVisible();
    expect(bell).toHaveTextContent('2');
  });
});

/** Other elements the bell has to respect. */
const putDialog = () => {
  const dialog = Object.assign(document.createElement('div'), { role: 'dialog' });
  dialog.setAttribute('aria-label', 'Payment');
  document.getElementById('modal-root')?.append(dialog);
  return dialog;
};
const opened = () => document.getElementById('notification-panel') !== null;

describe('auto-opening panel', () => {
  it('does not reopen after a reload, only for newer notifications', async () => {
    const first = await open([announcement(1)]);
    await screen.findByText('Роботи 1');
    first.unmount();
    const second = await open([announcement(1)]);
    await waitFor(() => expect(second.bell).toHaveTextContent('1'));
    expect(opened()).toBe(false);
    await second.arrive(announcement(2));
    expect(await screen.findByText('Роботи 2')).toBeVisible();
  });

  it('reopens in the next browser session while unread', async () => {
    (await open([announcement(1)])).unmount();
    endBrowserSession();
    await open([announcement(1)]);
    expect(await screen.findByText('Роботи 1')).toBeVisible();
  });

  it('opens for another user in the same browser', async () => {
    Cookies.set('notifications_shown', '999-50');
    await open([announcement(1)]);
    expect(await screen.findByText('Роботи 1')).toBeVisible();
  });

  it('waits until a dialog is closed', async () => {
    const dialog = putDialog();
    const { bell } = await open([announcement(1)]);
    await waitFor(() => expect(bell).toHaveTextContent('1'));
    expect(opened()).toBe(false);
    await act(async () => dialog.remove());
    expect(await screen.findByText('Роботи 1')).toBeVisible();
  });

  it('hides for a dialog and returns after it', async () => {
    await open([announcement(1)]);
    await screen.findByText('Роботи 1');
    const dialog = await act(async () => putDialog());
    await waitFor(() => expect(opened()).toBe(false));
    await act(async () => dialog.remove());
    expect(await screen.findByText('Роботи 1')).toBeVisible();
  });

  it('never covers the focused element', async () => {
    // All elements have the same position, so the panel would cover the focused one.
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
    const { user } = await open([announcement(1)]);
    await screen.findByText('Роботи 1');
    for (let stops = 0; stops < 5 && opened(); stops += 1) await user.tab();
    expect(screen.getByRole('button', { name: 'elsewhere' })).toHaveFocus();
    expect(opened()).toBe(false);
    rect.mockRestore();
  });

  it('waits until the user leaves the covered element', async () => {
    const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
    const { user, arrive } = await open([]);
    const elsewhere = screen.getByRole('button', { name: 'elsewhere' });
    elsewhere.focus();
    await arrive(announcement(1));
    await waitFor(() => expect(screen.getByRole('button', { name: /1/ })).toBeVisible());
    expect(opened()).toBe(false);
    expect(elsewhere).toHaveFocus();
    await user.tab({ shift: true });
    expect(await screen.findByText('Роботи 1')).toBeVisible();
    rect.mockRestore();
  });

  it('shows a toast instead below 861 px', async () => {
    screenWidth.narrow = true;
    const toasts: Toast[] = [];
    const stop = showToastsWith((toast) => toasts.push(toast));
    await open([announcement(1)]);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(opened()).toBe(false);
    act(() => toasts[0]?.action?.onSelect());
    expect(await screen.findByText('Роботи 1')).toBeVisible();
    stop();
  });

  it('has no headings before that of the page', async () => {
    await open([announcement(1)]);
    await screen.findByText('Роботи 1');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });
});

describe('notification panel', () => {
  it('closes with the bell in half a second and is inert meanwhile', async () => {
    const { bell, user } = await open([announcement(1)]);
    await screen.findByRole('dialog');
    const started = performance.now();
    await user.click(bell);
    expect(document.getElementById('notification-panel')).toHaveAttribute('inert');
    expect(document.getElementById('notification-panel')).toHaveAttribute('data-closing');
    await waitFor(() => expect(document.getElementById('notification-panel')).toBeNull(), { timeout: 2000 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(495);
  });

  it('closes on a click outside and Esc, not on a click inside', async () => {
    const { bell, user } = await open([announcement(1)]);
    await user.click(await screen.findByText('Роботи 1'));
    expect(bell).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByText('elsewhere'));
    expect(bell).toHaveAttribute('aria-expanded', 'false');
    await user.click(bell);
    expect(bell).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(bell).toHaveAttribute('aria-expanded', 'false');
    expect(bell).toHaveFocus();
  });

  it('locks page scrolling while open', async () => {
    const { bell, user } = await open([announcement(1)]);
    await screen.findByRole('dialog');
    expect(locked()).toBe(true);
    await user.click(bell);
    await waitFor(() => expect(locked()).toBe(false));
  });

  it('marks all as read, refetches and shrinks', async () => {
    const { server, user } = await open([announcement(2), announcement(1)]);
    await user.click(await screen.findByRole('button', { name: 'Позначити все прочитаним' }));
    expect(await screen.findByText('Усе прочитано.')).toBeVisible();
    expect(panel()).toHaveAttribute('data-small');
    expect(within(panel() as HTMLElement).getByText('0 нових повідомлень')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Позначити все прочитаним' })).not.toBeInTheDocument();
    const marked = server.received.indexOf('POST /notifications/mark_all_as_read');
    expect(server.received.slice(marked + 1)).toContain('GET /notifications');
  });

  it('shows earlier notifications on request', async () => {
    const { bell, user } = await open([announcement(1, { read: true })]);
    await user.click(bell);
    await user.click(await screen.findByRole('button', { name: 'Показати попередні' }));
    expect(screen.getByText('Роботи 1')).toBeVisible();
    expect(panel()).not.toHaveAttribute('data-small');
  });

  it.each([
    ['ua', 'Роботи 1', 'З другої до третьої, частина 1.'],
    ['ru', 'Works 1', 'From two to three, part 1.'],
    ['en', 'Works 1', 'From two to three, part 1.'],
  ] as const)('shows texts in %s, or in English', async (language, title, message) => {
    await open([announcement(1)], ROLES.ADMIN, language);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });

  it('says when a notification has no title or text', async () => {
    await open([announcement(1, { titles: [{ locale: 'ru', title: 'Работы' }], messages: [] })]);
    expect(await screen.findByText('no title')).toBeVisible();
    expect(screen.getByText('no message')).toBeVisible();
  });

  it('shows Error when the list fails to load', async () => {
    const { server, bell, user } = await open([]);
    server.on(notificationsApi.list, () => errorResponse('internal', 'Щось зламалося'));
    await user.click(bell);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error/);
  });

  it('keeps notifications and shows the reason when marking as read fails', async () => {
    const { server, user } = await open([announcement(1)]);
    server.on(notificationsApi.markAllAsRead, () => errorResponse('unavailable', 'Сервіс тимчасово недоступний.'));
    await user.click(await screen.findByRole('button', { name: 'Позначити все прочитаним' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Сервіс тимчасово недоступний.');
    expect(screen.getByText('Роботи 1')).toBeVisible();
  });
});
