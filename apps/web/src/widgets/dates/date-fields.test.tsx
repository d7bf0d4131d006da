import type { Language } from '@poklik/contract/language';
import { profileApi, type WeekStart } from '@poklik/contract/profile';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useCurrentUser } from '../../api/current-user.ts';
import { answered, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { DateRangeField } from './date-range-field.tsx';
import { DateTimeInput } from './date-time-input.tsx';

function Range({ max }: { max?: string }) {
  useCurrentUser();
  const [range, setRange] = useState({ start: '2026-11-11', end: '' });
  return (
    <>
      <DateRangeField
        labels={{ start: 'from', end: 'to' }}
        names={{ start: 'First day', end: 'Last day' }}
        {...range}
        {...(max && { max })}
        onChange={setRange}
      />
      <output>{`${range.start}..${range.end}`}</output>
    </>
  );
}

function Moment({ onSubmit = () => {} }: { onSubmit?: () => void }) {
  useCurrentUser();
  const [moment, setMoment] = useState('2026-12-01T09:30');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DateTimeInput label="Start" aria-label="Start" value={moment} onChange={setMoment} />
      <output>{moment}</output>
      <button type="submit">Save</button>
    </form>
  );
}

const shown = () => document.querySelector('output')?.textContent;

async function show(node: ReactNode, { language = 'en' as Language, weekStart = 'monday' as WeekStart } = {}) {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ week_start: weekStart })));
  await renderAt(node, { language });
  return userEvent.setup({ delay: null });
}

async function openRange(weekStart: WeekStart, max?: string) {
  const user = await show(<Range {...(max && { max })} />, { weekStart });
  await user.click(await screen.findByRole('button', { name: 'Open calendar: Dates' }));
  const calendar = await screen.findByRole('table', { name: 'November 2026' });
  await waitFor(() => expect(screen.getByRole('button', { name: '11 November 2026' })).toHaveFocus());
  return { user, calendar };
}

describe('calendar', () => {
  it.each([
    ['monday', 'Mon', '26 October 2026'],
    ['sunday', 'Sun', '1 November 2026'],
  ] as const)('starts weeks on the user’s %s', async (weekStart, weekday, first) => {
    const { calendar } = await openRange(weekStart);
    expect(within(calendar).getAllByRole('columnheader')[0]).toHaveTextContent(weekday);
    expect(within(calendar).getAllByRole('button')[0]).toHaveAccessibleName(first);
  });

  it('supports the keyboard across weeks and months and returns focus', async () => {
    const { user } = await openRange('sunday');
    await user.keyboard('{Home}');
    expect(screen.getByRole('button', { name: '8 November 2026' })).toHaveFocus();
    await user.keyboard('{End}{ArrowRight}{ArrowUp}{ArrowUp}{ArrowUp}');
    await waitFor(() => expect(screen.getByRole('button', { name: '25 October 2026' })).toHaveFocus());
    await user.keyboard('{PageUp}{ArrowLeft}{Enter}');
    await waitFor(() => expect(shown()).toBe('2026-09-24..2026-11-11'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open calendar: Dates' })).toHaveFocus());
  });

  it('offers months without losing the focus', async () => {
    const { user } = await openRange('monday');
    await user.click(screen.getByRole('button', { name: 'November 2026' }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('BUTTON'));
    await user.click(screen.getByRole('button', { name: 'Feb' }));
    expect(await screen.findByRole('table', { name: 'February 2026' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });

  it('disables days after the maximum', async () => {
    const { user } = await openRange('monday', '2026-11-12');
    expect(screen.getByRole('button', { name: '13 November 2026' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: '12 November 2026' })).toHaveFocus();
  });

  it('closes on Escape without a change', async () => {
    const { user } = await openRange('monday');
    await user.keyboard('{ArrowRight}{Escape}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(shown()).toBe('2026-11-11..');
    expect(screen.getByRole('button', { name: 'Open calendar: Dates' })).toHaveFocus();
  });
});

describe('date range', () => {
  it.each([
    ['ua', '11.11.2026', 'дд.мм.рррр'],
    ['ru', '11.11.2026', 'дд.мм.гггг'],
    ['en', '11/11/2026', 'dd/mm/yyyy'],
  ] as const)('is shown in the format of %s', async (language, text, format) => {
    await show(<Range />, { language });
    expect(await screen.findByLabelText('First day')).toHaveValue(text);
    expect(screen.getByLabelText('Last day')).toHaveAttribute('placeholder', format);
  });

  it('is typed, and cleared', async () => {
    const user = await show(<Range />);
    await user.type(await screen.findByLabelText('Last day'), '5.1.2027');
    expect(shown()).toBe('2026-11-11..2027-01-05');
    await user.tab();
    expect(screen.getByLabelText('Last day')).toHaveValue('05/01/2027');
    await user.clear(screen.getByLabelText('First day'));
    expect(shown()).toBe('..2027-01-05');
  });

  it('takes a short year on leaving and drops what is not a date or too late', async () => {
    const user = await show(<Range max="2026-11-20" />);
    const last = await screen.findByLabelText('Last day');
    await user.type(last, '12.11.26');
    expect(shown()).toBe('2026-11-11..');
    await user.tab();
    expect(shown()).toBe('2026-11-11..2026-11-12');
    await user.clear(last);
    await user.type(last, '21.11.2026');
    await user.tab();
    expect(last).toHaveValue('');
  });
});

describe('date and time', () => {
  it('is typed in the reader’s format', async () => {
    const user = await show(<Moment />, { language: 'ua' });
    const field = await screen.findByLabelText('Start');
    expect(field).toHaveValue('01.12.2026, 09:30');
    await user.clear(field);
    expect(shown()).toBe('');
    await user.type(field, '24.12.2026 18:05');
    expect(shown()).toBe('2026-12-24T18:05');
  });

  it('is picked from a calendar and a time, without submitting the form', async () => {
    const onSubmit = vi.fn();
    const user = await show(<Moment onSubmit={onSubmit} />);
    await user.click(await screen.findByRole('button', { name: 'Open calendar: Start' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '1 December 2026' })).toHaveFocus());
    await user.keyboard('{ArrowRight}{Enter}');
    expect(shown()).toBe('2026-12-02T09:30');
    const hours = screen.getByLabelText('Hours');
    await user.click(hours);
    await user.keyboard('{ArrowUp}');
    expect(shown()).toBe('2026-12-02T10:30');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Open calendar: Start' }));
    await user.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(shown()).toBe('');
  });
});
