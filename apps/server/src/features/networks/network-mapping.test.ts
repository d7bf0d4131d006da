import type { Conversion } from '@poklik/contract/conversions';
import type { MappingResult } from '@poklik/contract/networks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { WAIT } from '../../testing/tracked-app.ts';
import { checkNetworks } from './network-health.service.ts';
import { createNetworkApp, type NetworkApp } from './networks.fixture.ts';

const TIMEOUT_MS = 300_000;

describe.skipIf(!(await hasEngine()))('mapping and health of networks', { timeout: TIMEOUT_MS }, () => {
  let { tracked, owner, campaign, foreign, postback, newNetwork, findNetwork, inboxOf, settled, statusOf } =
    {} as NetworkApp;

  beforeAll(async () => {
    ({ tracked, owner, campaign, foreign, postback, newNetwork, findNetwork, inboxOf, settled, statusOf } =
      await createNetworkApp());
  }, TIMEOUT_MS);
  afterAll(() => tracked.close());

  it('reads stored postbacks with a new mapping, and counts them at their own time', async () => {
    const network = await newNetwork();
    const clicks: string[] = [];
    for (let at = 0; at < 5; at += 1) clicks.push(await tracked.click(campaign));
    for (const clickId of clicks) {
      expect(
        (await postback(network, `ref=${clickId}&geld=2.5&state=${clickId === clicks[0] ? '9' : 'ok'}`)).body,
      ).toBe('no_click_id');
      await tracked.known(clickId);
    }
    const other = `ref=${await tracked.click(foreign)}&geld=2`;
    await postback(network, other);
    await vi.waitFor(async () => expect(await inboxOf(owner, `network_id=${network.id}`)).toHaveLength(7), WAIT);
    await tracked.product.services.pool.query(
      "update postbacks set received_at = received_at + interval '1 hour' where network_id = $1",
      [network.id],
    );
    const change = {
      fields: { click_id: 'ref', payout: 'geld', status: 'state' },
      words: [{ word: '9', status: 'rejected' }],
    };
    const map = async (dryRun: boolean): Promise<MappingResult> =>
      (await tracked.call('POST', `/networks/${network.id}/mapping`, { ...change, dry_run: dryRun })).body.data;
    const preview = await map(true);
    const results = preview.postbacks?.map(({ before, after, status }) => [before, after, status]);
    expect(results?.[0]).toEqual(['no_click_id', 'foreign_click', null]);
    expect(results?.filter(([, after]) => after === 'accepted')).toHaveLength(5);
    expect(results?.filter(([, , status]) => status === 'rejected')).toHaveLength(1);
    expect([preview.replayed, (await findNetwork(network)).mapping.params]).toEqual([0, {}]);

    expect(await map(false)).toMatchObject({ replayed: 5, mapping: { params: change.fields } });
    const rows: Conversion[] = [];
    for (const clickId of clicks) rows.push(...(await tracked.arrived(clickId)));
    expect(rows.map(({ status, payout }) => [status, payout])).toEqual([
      ['rejected', '2.50'],
      ...Array(4).fill(['approved', '2.50']),
    ]);
    expect(rows.every(({ received_at }) => Date.parse(received_at) > Date.now() + 30 * 60_000)).toBe(true);
    // A second time counts nothing again.
    await map(false);
    expect((await tracked.conversionsOf(clicks[1] ?? '')).length).toBe(1);
    const health = (await findNetwork(network)).health;
    expect(health.rejected_by).toEqual([
      { verdict: 'foreign_click', postbacks: 1 },
      { verdict: 'no_click_id', postbacks: 1 },
    ]);
  });

  it('a mapped word changes conversions that were counted with another meaning', async () => {
    const network = await newNetwork();
    const clickId = await tracked.click(campaign);
    await postback(network, `cid=${clickId}&status=2&payout=5`);
    await tracked.arrived(clickId);
    await vi.waitFor(async () => expect(await inboxOf(owner, `network_id=${network.id}`)).toHaveLength(2), WAIT);
    await tracked.call('POST', `/networks/${network.id}/mapping`, { words: [{ word: '2', status: 'rejected' }] });
    await vi.waitFor(async () => expect(await statusOf(clickId)).toEqual(['rejected']), WAIT);
    await postback(network, `cid=${clickId}&status=2&payout=5`);
    await settled(clickId, ['updated', 'duplicate']);
  });

  it('tells the owner once about silence and about rejected postbacks', async () => {
    const network = await newNetwork();
    const of = await tracked.newCampaign({ name: 'Watched', network_id: network.id });
    for (let at = 0; at < 20; at += 1) await postback(network, `cid=${await tracked.click(of)}&txid=${at}`);
    await tracked.known(await tracked.click(of));
    const { pool } = tracked.product.services;
    await pool.query("update postbacks set received_at = received_at - interval '7 hours' where network_id = $1", [
      network.id,
    ]);
    const notices = async () =>
      (
        await pool.query('select kind from notifications where user_id = $1 and kind like $2', [owner.id, 'network%'])
      ).rows
        .map(({ kind }) => kind)
        .sort();
    await pool.query('delete from notifications where user_id = $1', [owner.id]);
    await checkNetworks(tracked.product.services);
    expect((await findNetwork(network)).health.state).toBe('silent');
    const told = (await notices()).filter((kind) => kind === 'network_silent');
    expect(told).toEqual(['network_silent']);
    for (let at = 0; at < 10; at += 1) await postback(network, 'payout=1');
    await vi.waitFor(async () => expect((await findNetwork(network)).health.state).toBe('refusing'), WAIT);
    await checkNetworks(tracked.product.services);
    await checkNetworks(tracked.product.services);
    expect((await notices()).filter((kind) => kind === 'network_silent')).toHaveLength(1);
    expect((await notices()).filter((kind) => kind === 'network_refusing')).toHaveLength(1);
  });
});
