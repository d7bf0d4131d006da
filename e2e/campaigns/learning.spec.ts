import en from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import learningEn from '@poklik/locales/en/learning.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { settled } from '../screens/frame.ts';
import { create, customer, field, form, read } from './campaign-editor.ts';

const destinations = ['red', 'blue'].map((name) => ({ name, url: `https://shop.example/${name}` }));

test('weights of a campaign are switched to learning, with a floor that leaves room, and back', async ({ page }) => {
  const person = await customer(page);
  const campaign = await create(person, { destinations });
  await page.goto(`/en/campaign/update/${campaign.id}?tab=settings`);
  await settled(page);
  const choice = page.getByRole('group', { name: learningEn.mode_label });
  const learn = choice.getByRole('radio', { name: learningEn.mode.learn });
  await expect(choice.getByRole('radio', { name: learningEn.mode.fixed })).toBeChecked();
  // Nothing has changed yet.
  await expect(form(page).getByRole('button', { name: en.form.discard })).toBeHidden();

  await choice.getByRole('radio', { name: learningEn.mode.fixed }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(learn).toBeChecked();
  await expect(page.getByText(learningEn.explained)).toBeVisible();
  const floor = field(page, 'optimise.floor');
  await floor.fill('30');
  await floor.press('Enter');
  await expect(floor).toHaveAttribute('aria-invalid', 'true');
  await expect(floor).toHaveValue('30');
  await floor.fill('10');
  await field(page, 'optimise.warm_up').fill('500');
  await floor.press('Enter');
  await expect(page.getByText(learningEn.state.waiting)).toBeVisible();
  expect((await read(person, campaign.id)).optimise).toEqual({
    ...{ mode: 'learn', goal: 'conversions', floor: 10, warm_up: 500, half_life_days: 14 },
  });

  await page.goto(`/en/campaign/update/${campaign.id}?tab=overview`);
  await settled(page);
  await expect(page.getByText(learningEn.state.waiting)).toBeVisible();
  await expect(page.getByText(learningEn.share_now.replace('{{share}}', '50%'))).toHaveCount(2);
  await page.goto(`${campaign.tracking_url}+`);
  await expect(page.getByText(/Each keeps at least 10%/)).toBeVisible();

  await page.goto(`/en/campaign/update/${campaign.id}?tab=settings`);
  await settled(page);
  await choice.getByText(learningEn.mode.fixed).click();
  await field(page, 'destinations.0.weight').press('Enter');
  await expect
    .poll(async () => (await read(person, campaign.id)).optimise)
    .toEqual({ mode: 'fixed', goal: 'conversions', floor: 10, warm_up: 500, half_life_days: 14 });
});
