import { campaignsApi } from '@poklik/contract/campaigns';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { newCampaign } from '../testing/campaign.ts';
import { answered, fakeServer } from '../testing/fake-server.ts';
import { renderAt } from '../testing/render.tsx';
import { CampaignScopeField } from './campaign-scope-field.tsx';

let form: UseFormReturn<{ campaign_ids: number[] | null }>;

function Around({ ids }: { ids: number[] | null }) {
  form = useForm<{ campaign_ids: number[] | null }>({ defaultValues: { campaign_ids: ids } });
  return (
    <FormProvider {...form}>
      <CampaignScopeField name="campaign_ids" />
    </FormProvider>
  );
}

/** An account with `count` campaigns; a page has up to a hundred. */
async function open(count: number, ids: number[] | null) {
  const server = fakeServer();
  const all = Array.from({ length: count }, (_, place) => newCampaign(place + 1, `Campaign ${place + 1}`));
  server.on(campaignsApi.list, ({ query }) => {
    const found = all.filter(({ name }) => name.includes(query.get('search') ?? ''));
    return answered(campaignsApi.list, {
      data: found.slice(0, 100),
      links: { prev: null, next: null },
      meta: { current_page: 1, last_page: 1, per_page: 100, total: found.length, links: [] },
      totals: null,
    });
  });
  server.on(campaignsApi.get, () => answered(campaignsApi.get, { data: newCampaign(150, 'Campaign 150') }));
  await renderAt(<Around ids={ids} />, { language: 'en' });
  return userEvent.setup({ delay: null });
}

it('searches campaigns beyond the first page and keeps selected ones visible', async () => {
  const user = await open(200, [150]);
  expect(await screen.findByRole('checkbox', { name: 'Campaign 150' })).toBeChecked();
  await user.type(await screen.findByRole('searchbox', { name: 'Search campaigns' }), '177{Enter}');
  await user.click(await screen.findByRole('checkbox', { name: 'Campaign 177' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  expect(form.getValues('campaign_ids')).toEqual([150, 177]);
  await user.click(screen.getByRole('checkbox', { name: 'Campaign 150' }));
  expect(form.getValues('campaign_ids')).toEqual([177]);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('No results')).toBeInTheDocument();
});

it('shows no search field for a few campaigns', async () => {
  const user = await open(2, null);
  await user.click(await screen.findByRole('radio', { name: 'Selected campaigns' }));
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
  expect(screen.queryByRole('searchbox')).toBeNull();
});
