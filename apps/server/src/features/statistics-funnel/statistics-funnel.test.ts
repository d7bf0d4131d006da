import type { Goal } from '@poklik/contract/goals';
import type { Statistics } from '@poklik/contract/statistics';
import type { Funnel } from '@poklik/contract/statistics-funnel';
import { ClickOutcome } from '@poklik/domain/clicks/click-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import type { FixtureClick } from '../../testing/statistics-fixture.ts';
import { createStatisticsCalls, IN_AUTUMN, type StatisticsCalls } from '../statistics/statistics.fixture.ts';

const TIMEOUT_MS = 180_000;
const GOALS = [
  { name: 'Cart', kind: 'event', match: 'add_to_cart' },
  { name: 'Signed up', kind: 'conversion_type', match: 'Registration' },
  { number: 5, name: 'Form', kind: 'event', match: 'registration' },
];

describe.skipIf(!(await hasEngine()))('goals and funnels', { timeout: TIMEOUT_MS }, () => {
  let fixture: StatisticsCalls;
  beforeAll(async () => {
    fixture = await createStatisticsCalls();
  }, TIMEOUT_MS * 2);
  afterAll(() => fixture.close(), TIMEOUT_MS);

  const call = (method: 'GET' | 'PUT', path: string, body?: object, { token } = fixture.on.owner) =>
    fixture.on.product.call(method, path, { token, ...(body ? { body } : {}) });
  const put = (...goals: object[]) => call('PUT', '/goals', { goals });
  const funnel = async (query: Record<string, string>): Promise<Funnel> => {
    const answer = await fixture.patiently(() =>
      call('GET', `/statistics/funnel?${new URLSearchParams({ ...IN_AUTUMN, ...query })}`),
    );
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const countsOf = ({ data }: Funnel): number[] => data.stages.map(({ count }) => count);
  const counted = () => fixture.autumn.filter(({ verdict }) => verdict === ClickOutcome.redirected);
  const clicksWith = (name: string): Set<FixtureClick> =>
    new Set(
      fixture.pageEvents.flatMap((event) =>
        event.name === name && event.click?.verdict === ClickOutcome.redirected ? [event.click] : [],
      ),
    );

  it('are saved under numbers that stay, and are written to the activity log', async () => {
    const saved: Goal[] = (await put(...GOALS)).json().data;
    expect(saved).toEqual([
      { number: 1, name: 'Cart', kind: 'event', match: 'add_to_cart' },
      { number: 2, name: 'Signed up', kind: 'conversion_type', match: 'registration' },
      { number: 5, name: 'Form', kind: 'event', match: 'registration' },
    ]);
    expect((await call('GET', '/goals')).json().data).toEqual(saved);
    expect((await call('GET', '/goals', undefined, fixture.on.stranger)).json().data).toEqual([]);
    const [last] = (await call('GET', '/activity')).json().data;
    expect([last.action, last.details[0].after]).toEqual(['goals.updated', 'Cart: event add_to_cart']);
  });

  it.each<[string, object[], string]>([
    ['no name', [{ name: ' ', kind: 'event', match: 'a' }], 'goals.0.name'],
    ['a name with spaces to match', [{ name: 'A', kind: 'event', match: 'add to cart' }], 'goals.0.match'],
    ['a type that no postback can have', [{ name: 'A', kind: 'conversion_type', match: '-sale' }], 'goals.0.match'],
    ['an unknown kind', [{ name: 'A', kind: 'wish', match: '2' }], 'goals.0.kind'],
    ['a lander that no way has', [{ name: 'A', kind: 'step', match: '5' }], 'goals.0.match'],
    ['a number above ten', [{ number: 11, name: 'A', kind: 'event', match: 'a' }], 'goals.0.number'],
    ['a number twice', [1, 1].map((number) => ({ number, name: 'A', kind: 'event', match: 'a' })), 'goals'],
    ['eleven', Array.from({ length: 11 }, () => ({ name: 'A', kind: 'event', match: 'a' })), 'goals'],
  ])('with %s are a field error and change nothing', async (_, goals, field) => {
    const before = (await call('GET', '/goals')).json();
    const answer = await put(...goals);
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
    expect((await call('GET', '/goals')).json()).toEqual(before);
  });

  it('are columns with count and rate in reports, lists and exports, from rollups and from rows', async () => {
    await put(...GOALS);
    const types = 'goal_1,goal_2,goal_5,registration';
    const reached = [clicksWith('add_to_cart').size, clicksWith('registration').size];
    const registrations = counted().filter(({ conversion }) => conversion?.type === 'registration').length;
    expect(Math.min(...reached, registrations)).toBeGreaterThan(10);
    for (const group_by of ['country', 'sub1']) {
      const { data } = await fixture.read({ ...IN_AUTUMN, group_by, interval: 'none', types });
      const { goal_1, goal_2, goal_5, registration } = data.summary.types ?? {};
      expect([goal_1?.conversions, goal_5?.conversions]).toEqual(reached);
      expect(goal_1?.cr).toBeCloseTo((reached[0] ?? 0) / data.summary.clicks, 12);
      expect([goal_2?.conversions, goal_2]).toEqual([registrations, registration]);
    }
    const query = { ...IN_AUTUMN, group_by: 'campaign', sort: 'goal_1_rate', order: 'desc' };
    const { data }: Statistics = await fixture.read({ ...query, interval: 'none', types: 'goal_1' });
    const rates = data.rows.map((row) => row.types?.goal_1?.cr ?? 0);
    expect(rates).toEqual(rates.toSorted((one, other) => other - one));
    const [header, ...lines] = (await fixture.exported({ ...query, columns: 'goal_1,goal_1_rate,goal_5' }))
      .trim()
      .split('\r\n');
    expect(header).toBe('Campaign,Cart,Cart: CR,Form');
    expect(lines.map((line) => Number(line.split(',').at(-2)))).toEqual(rates);
    const { start_date, end_date } = IN_AUTUMN;
    const list = await fixture.on.list(
      `?${new URLSearchParams({ start_date, end_date, types: 'goal_1', sort: 'goal_1_rate' })}`,
    );
    expect(list.totals?.types?.goal_1?.conversions).toBe(reached[0]);
    expect(list.data.slice(0, 3).map(({ id }) => String(id))).toEqual(data.rows.map(({ keys }) => keys[0]));
  });

  it('show how many clicks reach each stage', async () => {
    await put(...GOALS);
    const result = await funnel({});
    expect(result.data.stages.map(({ stage }) => stage)).toEqual([
      ...['clicks', 'goal_1', 'goal_5', 'type:registration', 'type:deposit', 'approved'],
    ]);
    const { data } = await fixture.read({ ...IN_AUTUMN, interval: 'none', types: 'registration' });
    expect(countsOf(result)).toEqual([
      ...[data.summary.clicks, clicksWith('add_to_cart').size, clicksWith('registration').size],
      ...[data.summary.types?.registration?.conversions, 0, data.summary.approved],
    ]);
    const [first, second, third] = result.data.stages;
    expect([first?.share, first?.step]).toEqual([1, null]);
    expect(third?.step).toBeCloseTo((third?.count ?? 0) / (second?.count ?? 1), 12);
    const filters = JSON.stringify([{ dimension: 'sub1', values: ['a'] }]);
    const some = await funnel({ filters, stages: 'clicks,event:add_to_cart' });
    const inSome = (clicks: Iterable<FixtureClick>) => [...clicks].filter(({ sub1 }) => sub1 === 'a').length;
    expect(countsOf(some)).toEqual([inSome(counted()), inSome(clicksWith('add_to_cart'))]);
  });

  it('follow each click in strict order', async () => {
    await put(...GOALS);
    const stages = 'clicks,event:add_to_cart,conversions,approved';
    const firstAt = new Map<FixtureClick, number>();
    for (const { click, name, at } of fixture.pageEvents)
      if (click?.verdict === ClickOutcome.redirected && name === 'add_to_cart')
        firstAt.set(click, Math.min(at, firstAt.get(click) ?? at));
    const after = [...firstAt].filter(
      ([{ conversion, atMs }, at]) =>
        conversion && conversion.type !== 'registration' && atMs + conversion.afterMs >= at,
    );
    const approved = after.filter(([{ conversion }]) => conversion?.status === 'approved');
    const expected = [counted().length, firstAt.size, after.length, approved.length];
    expect(after.length).toBeGreaterThan(5);
    expect(countsOf(await funnel({ stages, order: 'strict' }))).toEqual(expected);
    expect(countsOf(await funnel({ stages: 'goal_1,goal_2', order: 'strict' }))[0]).toBe(firstAt.size);
    const unique = counted().filter(({ is_unique }) => is_unique === 1);
    expect(countsOf(await funnel({ stages: 'unique_clicks,goal_1', order: 'strict' }))).toEqual([
      unique.length,
      unique.filter((click) => firstAt.has(click)).length,
    ]);
  });

  it.each([
    [{ stages: 'clicks,clicks' }, 'stages'],
    [{ stages: 'profit' }, 'stages'],
    [{ stages: "event:a') or (1" }, 'stages'],
    [{ stages: '' }, 'stages'],
    [{ order: 'strict', start_date: '2026-09-01' }, 'start_date'],
  ])('refuse %j', async (query, field) => {
    const answer = await call('GET', `/statistics/funnel?${new URLSearchParams({ ...IN_AUTUMN, ...query })}`);
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
  });
});
