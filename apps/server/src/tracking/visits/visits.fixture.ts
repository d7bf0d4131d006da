import { type SettingsChange, type TestTracking, until } from '../../testing/test-tracker.ts';
import { createFunnels, target } from '../second-clicks/landers.fixture.ts';

const ON_PAGES: SettingsChange = { entry: 'script', script_hosts: ['shop.test'] };

/** Makes campaigns with a lander that leads to an offer; resolves when the tracker knows both. */
export function createPageCampaigns(tracking: TestTracking) {
  const funnels = createFunnels(tracking);
  return async (change: SettingsChange = {}) => {
    const made = await funnels.campaignWithLander(([one = 0]) => [[target({ offer_id: one })]], {
      offers: 1,
      ...ON_PAGES,
      ...change,
    });
    await until(async () => (await tracking.click(`/o+?l=${made.lander.key}`)).body.includes('o0.test'));
    return { ...made, key: made.campaign.key, id: made.campaign.id };
  };
}
