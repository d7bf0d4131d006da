import { profileApi, type WeekStart } from '@poklik/contract/profile';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useCurrentUser } from '../api/current-user.ts';
import { answered, fakeServer } from '../testing/fake-server.ts';
import { buildProfile } from '../testing/profile.ts';
import { renderAt } from '../testing/render.tsx';
import { DayField } from './day-field.tsx';

function Screen({ max }: { max?: string }) {
  useCurrentUser();
  const [day, setDay] = useState('2026-11-11');
  return <DayField label="from" name="First day" value={day} onChange={setDay} {...(max && { max })} />;
}

async function open(weekStart: WeekStart, max?: string) {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ week_start: weekStart })));
  await renderAt(<Screen {...(max && { max })} />, { language: 'en' });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Open calendar: First day' }));
  const calendar = await screen.findByRole('table', { name: 'November 2026' });
  await waitFor(() => expect(screen.getByRole('button', { name: '11 November 2026' })).toHaveFocus());
  return { user, calendar, input: screen.getByLabelText('First day') };
}

describe('day field calendar', () => {
  it.each([
    ['monday', 'Mon', '26 October 2026'],
    ['sunday', 'Sun', '1 November 2026'],
  ] as const)('starts weeks on the user’s %s', async (weekStart, weekday, first) => {
    const { calendar } = await open(weekStart);
    expect(within(calendar).getAllByRole('columnheader')[0]).toHaveTextContent(weekday);
    expect(within(calendar).getAllByRole('button')[0]).toHaveAccessibleName(first);
  });

  it('supports the keyboard across weeks and months and returns focus', async () => {
    const { user, input } = await open('sunday');
    await user.keyboard('{Home}');
    expect(screen.getByRole('button', { name: '8 November 2026' })).toHaveFocus();
    await user.keyboard('{End}{ArrowRight}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('button', { name: '25 October 2026' })).toHaveFocus();
    await user.keyboard('{PageUp}{ArrowLeft}{Enter}');
    expect(input).toHaveValue('2026-09-24');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open calendar: First day' })).toHaveFocus());
  });

  it('disables days after the maximum', async () => {
    const { user } = await open('monday', '2026-11-12');
    expect(screen.getByRole('button', { name: '13 November 2026' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: '12 November 2026' })).toHaveFocus();
  });

  it('closes on Escape without a change', async () => {
    const { user, input } = await open('monday');
    await user.keyboard('{ArrowRight}{Escape}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(input).toHaveValue('2026-11-11');
    expect(screen.getByRole('button', { name: 'Open calendar: First day' })).toHaveFocus();
  });
});
