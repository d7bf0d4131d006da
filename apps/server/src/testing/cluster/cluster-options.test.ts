import { expect, it } from 'vitest';
import { listUntested, parseClusterOptions } from './cluster-options.ts';

const URLS = ['--clickhouse=http://one:8123,http://two:8123', '--postgres=postgres://p/x'];

it('reads the servers, and says what a run cannot show', () => {
  const plain = parseClusterOptions(URLS);
  expect(plain).toMatchObject({ clickhouse: ['http://one:8123', 'http://two:8123'], postgres: 'postgres://p/x' });
  expect(listUntested(plain).join()).toMatch(/^replication: .*,the failure of a server/);
  const full = parseClusterOptions([...URLS, '--cluster=main', '--stop-command=true']);
  expect(listUntested(full).join()).not.toMatch(/replication|failure of a server/);
  expect(listUntested(full).length).toBeGreaterThan(2);
});

it.each([[[]], [['--clickhouse=http://one']], [['--clickhouse=one', '--postgres=postgres://p']], [['--other=1']]])(
  'refuses %o',
  (args) => {
    expect(() => parseClusterOptions(args)).toThrow();
  },
);
