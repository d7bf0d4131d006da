import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { profileApi, type WeekStart } from '@poklik/contract/profile';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { answered, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { UrlField } from '../../../widgets/campaigns/url-field.tsx';
import { emptySettings, newRule } from './campaign-values.ts';
import { RulesSection } from './rules/rules-section.tsx';
import { ScheduleField } from './schedule/schedule-field.tsx';
import { FormNavigationContext, useFormNavigation } from './use-form-navigation.ts';

let form: UseFormReturn<CampaignSettings>;

function Around({ settings, children }: { settings: Partial<CampaignSettings>; children: ReactNode }) {
  form = useForm<CampaignSettings>({ defaultValues: { ...emptySettings({ timezone: 'UTC' }), ...settings } });
  const places = useFormNavigation(form as unknown as UseFormReturn, ['rules']);
  return (
    <FormProvider {...form}>
      <FormNavigationContext value={places}>{children}</FormNavigationContext>
    </FormProvider>
  );
}

async function show(children: ReactNode, settings: Partial<CampaignSettings> = {}, weekStart: WeekStart = 'monday') {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ week_start: weekStart })));
  for (const endpoint of [campaignOptionsApi.countries, campaignOptionsApi.languages])
    server.on(endpoint, () => answered(endpoint, { data: [{ code: 'DE', name: 'Germany' }] }));
  await renderAt(<Around settings={settings}>{children}</Around>, { language: 'en' });
  await loadNamespaces(['campaigns']);
}

const named = (name: string) => ({ ...newRule(), name });
const order = () => form.getValues('rules').map(({ name }) => name);

describe('URL with macros', () => {
  it('suggests macros at an open brace and completes by keyboard', async () => {
    await show(<UrlField name="default_url" label="Address" />);
    const input = await screen.findByLabelText('Address');
    fireEvent.change(input, { target: { value: 'https://a.test/?c={cam' } });
    expect(input).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(form.getValues('default_url')).toBe('https://a.test/?c={campaign_name}');
    expect(input).toHaveAttribute('aria-expanded', 'false');
  });

  it('is trimmed after pasting', async () => {
    await show(<UrlField name="default_url" label="Address" />);
    const input = await screen.findByLabelText('Address');
    fireEvent.change(input, { target: { value: ' https://a.test/ ' } });
    fireEvent.blur(input);
    await waitFor(() => expect(form.getValues('default_url')).toBe('https://a.test/'));
  });
});

describe('rules', () => {
  it('are reordered with arrow keys on a handle, which keeps the focus, and announced', async () => {
    await show(<RulesSection />, { rules: [named('First'), named('Second')] });
    const handle = await screen.findByLabelText('Move “Second”, position 2 of 2');
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    expect(order()).toEqual(['First', 'Second']);
    fireEvent.keyDown(handle, { key: 'ArrowUp' });
    expect(order()).toEqual(['Second', 'First']);
    expect(screen.getByText('“Second” moved to position 1 of 2')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Move “Second”, position 1 of 2')).toHaveFocus());
  });

  it('are picked up with Space and put back with Escape, which screen readers are told', async () => {
    await show(<RulesSection />, { rules: [named('First'), named('Second')] });
    const handle = await screen.findByLabelText('Move “Second”, position 2 of 2');
    expect(handle).toHaveAccessibleDescription(/Space picks it up/);
    handle.focus();
    fireEvent.keyDown(handle, { key: ' ', code: 'Space' });
    expect(await screen.findByText(/^“Second” (picked up|over position)/)).toBeInTheDocument();
    // The library listens on the document once the item is picked up.
    await new Promise((resolve) => setTimeout(resolve));
    fireEvent.keyDown(handle, { key: 'Escape', code: 'Escape' });
    expect(await screen.findByText('“Second” stays at position 2 of 2')).toBeInTheDocument();
    expect(order()).toEqual(['First', 'Second']);
  });

  it('are reordered with Alt and an arrow from inside a rule', async () => {
    await show(<RulesSection />, { rules: [named('First'), named('Second')] });
    fireEvent.keyDown(await screen.findByText('First'), { key: 'ArrowDown', altKey: true });
    expect(order()).toEqual(['Second', 'First']);
  });
});

describe('weekly schedule', () => {
  const schedule = { ...newRule(), conditions: [{ dimension: 'schedule', operator: 'in', values: [] }] } as const;
  const cell = (at: string) => document.querySelector(`[data-cell="${at}"]`) as HTMLElement;
  const values = () => form.getValues('rules.0.conditions.0.values');
  const showWeek = async (weekStart: WeekStart = 'monday') => {
    await show(
      <ScheduleField name="rules.0.conditions.0.values" />,
      { rules: [structuredClone(schedule) as never] },
      weekStart,
    );
    await screen.findByRole('table');
  };

  it('is painted as a rectangle with the pointer, and erased by painting again', async () => {
    await showWeek();
    fireEvent.pointerDown(cell('1-9'), { button: 0 });
    fireEvent.pointerEnter(cell('2-11'));
    fireEvent.pointerUp(window);
    expect(values()).toEqual(['1 09:00-12:00', '2 09:00-12:00']);
    fireEvent.pointerEnter(cell('5-20'));
    expect(values(), 'a pointer that is not held paints nothing').toHaveLength(2);
    fireEvent.pointerDown(cell('1-9'), { button: 0 });
    fireEvent.pointerUp(window);
    expect(values()).toEqual(['1 10:00-12:00', '2 09:00-12:00']);
  });

  it('is edited with arrow keys and Space, a whole day by its name', async () => {
    await showWeek();
    cell('1-9').focus();
    fireEvent.keyDown(cell('1-9'), { key: 'ArrowDown' });
    expect(cell('2-9')).toHaveFocus();
    fireEvent.keyDown(cell('2-9'), { key: ' ' });
    expect(values()).toEqual(['2 09:00-10:00']);
    fireEvent.click(screen.getByLabelText('All day: Sunday'));
    expect(values()).toEqual(['2 09:00-10:00', '7 00:00-24:00']);
  });

  it('follows a week that starts on Sunday', async () => {
    await showWeek('sunday');
    expect(screen.getAllByLabelText(/All day/).map((day) => day.textContent)[0]).toBe('Sun');
    cell('7-9').focus();
    fireEvent.keyDown(cell('7-9'), { key: 'ArrowDown' });
    expect(cell('1-9')).toHaveFocus();
    fireEvent.pointerDown(cell('7-9'), { button: 0 });
    fireEvent.pointerEnter(cell('1-9'));
    fireEvent.pointerUp(window);
    expect(values()).toEqual(['1 09:00-10:00', '7 09:00-10:00']);
  });
});
