import { DrizzleQueryError } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function logged(call: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  call(createLog('info', 'json', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it('masks secrets at any depth', () => {
  const text = logged((log) =>
    log.info({ password: 's3cret', user: { token: 's3cret' }, a: { b: { secret: 's3cret' } } }, 'x'),
  );
  expect(text).toContain('***');
  expect(text).not.toContain('s3cret');
});

it('logs the failed query and the cause, but not the parameters', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(s3cret) already exists.',
  });
  const text = logged((log) =>
    log.error({ err: new DrizzleQueryError('insert into users', ['s3cret'], cause) }, 'failed'),
  );
  expect(text).toContain('insert into users');
  expect(text).toContain('duplicate key');
  expect(text).not.toContain('s3cret');
});
