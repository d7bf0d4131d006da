import { describe, expect, it } from 'vitest';
import { checkFeatureFile } from './feature-files.mjs';

function problemsOf(path) {
  const problems = [];
  checkFeatureFile(path, (problem) => problems.push(problem));
  return problems;
}

describe('a file of a server feature', () => {
  it.each([
    'notes/notes.routes.ts',
    'notes/note.response.ts',
    'notes/notes.isolated.test.ts',
    'billing/invoices/renew.service.ts',
    'auth/totp.ts',
  ])('may be called %s', (path) => {
    expect(problemsOf(`apps/server/src/features/${path}`)).toEqual([]);
  });

  it.each(['notes/notes.ts', 'notes/settle.ts', 'notes/notes.queries.ts', 'notes/service.ts', 'auth/totp.codes.ts'])(
    'may not be called %s',
    (path) => {
      expect(problemsOf(`apps/server/src/features/${path}`)).toEqual([expect.stringContaining('says no role')]);
    },
  );

  it('is not a file of another folder', () => {
    expect(problemsOf('apps/server/src/http/headers.ts')).toEqual([]);
    expect(problemsOf('apps/web/src/features/notes/notes-page.tsx')).toEqual([]);
  });
});
