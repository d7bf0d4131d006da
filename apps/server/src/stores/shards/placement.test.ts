import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { createPlacement } from './placement.ts';

const row = (accountId: number, shard: string, target: string | null = null, origin: string | null = null) => ({
  ...{ accountId, shard, target, origin },
});

describe('placement of accounts', () => {
  it('gives an account without a row the same shard everywhere, until a row says otherwise', () => {
    const placement = createPlacement(['a', 'b']);
    expect([2, 3, 4].map(placement.shardOf)).toEqual(['a', 'b', 'a']);
    expect(placement.unplaced()).toEqual([2, 3, 4]);
    expect(placement.update([row(2, 'a'), row(3, 'b')])).toBe(false);
    expect(placement.unplaced()).toEqual([4]);
    expect(placement.update([row(4, 'b')])).toBe(true);
    expect(placement.update([row(4, 'b')])).toBe(false);
    expect(placement.shardOf(4)).toBe('b');
  });

  it('knows where rows are that do not count', () => {
    const placement = createPlacement(['a', 'b', 'c']);
    expect(placement.update([row(9, 'a', 'b')])).toBe(false);
    expect([placement.placesOf(9), placement.foreignTo('a'), placement.foreignTo('b')]).toEqual([['a', 'b'], [], [9]]);
    expect(placement.update([row(9, 'b', null, 'a')])).toBe(true);
    expect([placement.placesOf(9), placement.foreignTo('a'), placement.foreignTo('b')]).toEqual([['b', 'a'], [9], []]);
    placement.update([row(9, 'b')]);
    expect([placement.placesOf(9), placement.foreignTo('a')]).toEqual([['b'], []]);
  });
});

describe('CLICKHOUSE_SHARDS', () => {
  const parse = (CLICKHOUSE_SHARDS: string, more: Record<string, string> = {}) =>
    loadConfig({ CLICKHOUSE_SHARDS, ...more }).shards;

  it('names servers', () => {
    expect(parse('')).toEqual([]);
    expect(parse('a=http://u:p@one:8123/poklik, b-2=https://two/x?y=1')).toEqual([
      { name: 'a', url: 'http://u:p@one:8123/poklik' },
      { name: 'b-2', url: 'https://two/x?y=1' },
    ]);
  });

  it.each([
    ['http://one:8123', {}, 'must be names with URLs'],
    ['a=one:8123', {}, 'must be names with URLs'],
    ['A=http://one', {}, 'must be names with URLs'],
    ['a=http://one,a=http://two', {}, 'has a name twice'],
    ['a=http://one', { CLICKHOUSE_URL: 'http://two' }, 'takes the place of CLICKHOUSE_URL'],
    ['', { CLICKHOUSE_CLUSTER: 'main' }, 'needs CLICKHOUSE_URL or CLICKHOUSE_SHARDS'],
    ['a=http://one', { DEMO: '1' }, 'is not for the demo'],
    ['a=http://one', { BACKUP_TO: '/backups' }, 'needs BACKUP_CLICKHOUSE=0'],
  ])('refuses %s with %o', (text, more, reason) => {
    expect(() => parse(text, more)).toThrow(reason);
  });
});
