import { campaignOptionsApi } from '@poklik/contract/campaign-options';
import { CampaignBody, type CampaignSettings } from '@poklik/contract/campaigns';
import { type Lander, LanderSettings, landersApi } from '@poklik/contract/landers';
import { type Offer, OfferSettings, offersApi } from '@poklik/contract/offers';
import { profileApi } from '@poklik/contract/profile';
import { tidyTargets } from '@poklik/domain/routing/targets';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { answered, fakeServer } from '../../../../testing/fake-server.ts';
import { buildProfile } from '../../../../testing/profile.ts';
import { renderAt } from '../../../../testing/render.tsx';
import { pageOf } from '../../../../testing/screen.tsx';
import { emptySettings } from '../campaign-values.ts';
import { DestinationList } from './destination-list.tsx';

const at = { created_at: '2026-11-13T10:00:00.000Z', updated_at: '2026-11-13T10:00:00.000Z' };
const OFFER: Offer = {
  ...OfferSettings.parse({ name: 'Loan A', url: 'https://loan.example/' }),
  ...{ id: 5, version: 1, campaigns: 0, link: null, ...at },
};
const LANDER: Lander = {
  ...LanderSettings.parse({ name: 'Quiz', url: 'https://quiz.example/?p={pass}', slots: 2 }),
  ...{ id: 4, key: 'quizkey', version: 1, campaigns: 0, link: null, ...at },
  links: [
    {
      domain_id: null,
      host: 't.example',
      urls: ['https://t.example/o/1?l=quizkey', 'https://t.example/o/2?l=quizkey'],
    },
  ],
};

let form: UseFormReturn<CampaignSettings>;

function Around({ settings }: { settings: Partial<CampaignSettings> }) {
  form = useForm<CampaignSettings>({ defaultValues: { ...emptySettings({ timezone: 'UTC' }), ...settings } });
  return (
    <FormProvider {...form}>
      <DestinationList name="destinations" atLeast={0} />
    </FormProvider>
  );
}

async function show(settings: Partial<CampaignSettings> = {}) {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ permissions: ['campaigns:write'] })));
  server.on(campaignOptionsApi.countries, () => answered(campaignOptionsApi.countries, { data: [] }));
  server.on(landersApi.list, () => answered(landersApi.list, pageOf(LANDER)));
  server.on(landersApi.get, () => answered(landersApi.get, { data: LANDER }));
  server.on(offersApi.list, () => answered(offersApi.list, pageOf(OFFER)));
  server.on(offersApi.get, () => answered(offersApi.get, { data: OFFER }));
  await renderAt(<Around settings={settings} />, { language: 'en' });
  await loadNamespaces(['campaigns']);
  return userEvent.setup({ delay: null });
}

const url = (address: string) => ({ name: '', url: address, weight: 100, active: true });
/** What would be sent. */
const destinations = () =>
  CampaignBody.parse(tidyTargets({ ...form.getValues(), name: 'Campaign', default_url: 'https://default.example/' }))
    .destinations;
const pick = async (user: ReturnType<typeof userEvent.setup>, field: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('a lander in front of a destination', () => {
  it('takes its place, and the destination goes behind the first link', async () => {
    const user = await show({ destinations: [url('https://shop.example/')] });
    await user.click(await screen.findByRole('button', { name: 'Lander in front' }));
    const picker = await screen.findByRole('combobox', { name: 'Lander of destination 1' });
    await waitFor(() => expect(picker).toHaveFocus());
    await pick(user, 'Lander of destination 1', 'Quiz');
    expect(destinations()).toEqual([
      { ...url('https://quiz.example/?p={pass}'), lander_id: 4, next: [{ targets: [url('https://shop.example/')] }] },
    ]);
    expect(screen.getByRole('combobox', { name: 'Destination 1 → /o/1 → 1' })).toHaveValue('https://shop.example/');
    // The second link is empty.
    const second = within(await screen.findByRole('region', { name: 'Link 1 → /o/2' }));
    expect(second.getByText(/leads where \/o\/1 leads/)).toBeVisible();
    await user.click(second.getByRole('button', { name: 'Add offer' }));
    await pick(user, 'Offer of destination 1 → /o/2 → 1', 'Loan A');
    expect(destinations()[0]?.next?.[1]?.targets).toMatchObject([{ offer_id: 5, url: 'https://loan.example/' }]);
  });

  it('that is saved does not look changed before something is', async () => {
    await show({ destinations: [{ ...url(''), lander_id: 4, next: [{ targets: [url('https://b.example/')] }] }] });
    await screen.findByRole('region', { name: 'Link 1 → /o/2' });
    expect(form.getValues('destinations.0.next')).toEqual([{ targets: [url('https://b.example/')] }]);
  });

  it('comes with the default URL when it is added', async () => {
    const user = await show({ default_url: 'https://default.example/' });
    await user.click(await screen.findByRole('button', { name: 'Add lander' }));
    await pick(user, 'Lander of destination 1', 'Quiz');
    expect(destinations()[0]?.next).toEqual([{ targets: [url('https://default.example/')] }]);
  });

  it('goes away without the destination behind it, and asks if there are several', async () => {
    const behind = { ...url('https://loan.example/'), offer_id: 5 };
    const user = await show({
      destinations: [{ ...url(''), lander_id: 4, next: [{ targets: [behind, url('https://b.example/')] }] }],
    });
    await user.click(await screen.findByRole('button', { name: 'Remove lander' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/only the first one stays/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove lander' }));
    await waitFor(() => expect(destinations()).toEqual([behind]));
    await user.click(await screen.findByRole('button', { name: 'Lander in front' }));
    await user.click(await screen.findByRole('button', { name: 'Remove lander' }));
    expect(await screen.findByRole('combobox', { name: 'Offer of destination 1' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use a URL' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Destination 1' })).toHaveFocus());
  });

  it('may be followed by three more, and by no fifth', async () => {
    const lander = (next: object[]) => ({ ...url(''), lander_id: 4, next: [{ targets: next }] });
    const four = lander([lander([lander([lander([url('https://end.example/')])])])]);
    await show({ destinations: [four as never] });
    const last = (await screen.findByRole('combobox', { name: /^Destination 1( → \/o\/1 → 1){4}$/ })).closest(
      'li',
    ) as HTMLElement;
    expect(within(last).queryByRole('button', { name: 'Lander in front' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Add lander' })).toHaveLength(4);
  });
});
