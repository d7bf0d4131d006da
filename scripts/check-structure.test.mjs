import { describe, expect, it } from 'vitest';
import { checkStructure } from './check-structure.mjs';
import { temporaryTree } from './temporary-tree.mjs';

const problemsOf = (files) => checkStructure(temporaryTree(files)).problems;
const importing = (specifier) => `import { thing } from '${specifier}';\nexport const used = [thing];\n`;
const EMPTY = 'export const thing = 1;\n';

const CLEAN = {
  'packages/contract/src/notes.ts':
    "import * as z from 'zod/mini';\nimport { endpoint } from './endpoint.ts';\nexport const notesApi = { list: endpoint({}) };\n",
  'packages/contract/src/endpoint.ts': 'export const endpoint = (definition) => definition;\n',
  'packages/domain/src/notes/age.ts':
    "import { notesApi } from '@poklik/contract/notes';\n// new Date() would be the clock\nexport const age = (now) => [new Date(now), 'fetch(', notesApi];\n",
  'packages/domain/src/notes/age.test.ts': 'export const now = Date.now();\n',
  'apps/web/src/app/router.tsx': importing('../features/notes/notes-page.tsx'),
  'apps/web/src/features/notes/notes-page.tsx': importing('../../widgets/note-select.tsx'),
  'apps/web/src/widgets/note-select.tsx': importing('../ui/data-table.tsx'),
  'apps/web/src/ui/data-table.tsx': importing('@poklik/contract/paging'),
  'apps/web/src/api/client.ts': "export const call = () => fetch('/v1');\n",
  'apps/web/vite.config.ts': 'export default {};\n',
  'apps/server/src/config.ts': 'export const port = process.env.PORT;\n',
  'apps/server/src/main.ts': importing('./features/notes/notes.routes.ts'),
  'apps/server/src/stores/postgres.ts': importing('pg'),
  'apps/server/src/features/notes/notes.routes.ts': importing('./notes.service.ts') + importing('./notes.repo.ts'),
  'apps/server/src/features/notes/notes.service.ts':
    importing('./notes.repo.ts') + importing('../tags/tags.service.ts'),
  'apps/server/src/features/notes/notes.repo.ts': importing('../../stores/postgres.ts'),
  'apps/server/src/features/tags/tags.service.ts': importing('../billing/billing.service.ts'),
  'apps/server/src/features/billing/billing.service.ts': importing('./ledger/ledger.repo.ts'),
  'apps/server/src/features/billing/ledger/ledger.repo.ts': EMPTY,
  'apps/server/src/features/billing/ledger/ledger.service.ts': EMPTY,
  'apps/server/src/features/billing/invoices/invoices.service.ts': importing('../ledger/ledger.repo.ts'),
  'apps/demo/src/demo.ts': importing('@poklik/server/features/notes/notes.service'),
  'e2e/notes.spec.ts': "import { LANGUAGES } from '@poklik/contract/language';\nexport const first = LANGUAGES[0];\n",
};

describe('a tree that follows the architecture', () => {
  it('has no problems', () => {
    expect(problemsOf(CLEAN)).toEqual([]);
  });
});

/** Each row adds one violation to the clean tree: name, file, content and expected message. */
const BREACHES = [
  [
    'contract importing domain',
    'packages/contract/src/a.ts',
    importing('@poklik/domain/notes/age'),
    'must not import packages/domain',
  ],
  [
    'a package importing an app',
    'packages/domain/src/a.ts',
    importing('@poklik/server/config'),
    'must not import apps/server',
  ],
  [
    'a relative import of a package',
    'e2e/a.spec.ts',
    importing('../packages/contract/src/notes.ts'),
    'import packages by name',
  ],
  [
    'web importing the server',
    'apps/web/src/app/a.ts',
    importing('../../../server/src/config.ts'),
    'must not import apps/server/src/config.ts',
  ],
  [
    'the server importing web',
    'apps/server/src/a.ts',
    importing('../../web/src/api/client.ts'),
    'must not import apps/web',
  ],
  ['server importing the demo', 'apps/server/src/a.ts', importing('@poklik/demo/demo'), 'must not import apps/demo'],
  [
    'a web feature importing another',
    'apps/web/src/features/tags/a.tsx',
    importing('../notes/notes-page.tsx'),
    'reaches into another feature',
  ],
  [
    'a widget importing a feature',
    'apps/web/src/widgets/a.tsx',
    importing('../features/notes/notes-page.tsx'),
    'must not import',
  ],
  [
    'a feature importing the app',
    'apps/web/src/features/notes/a.tsx',
    importing('../../app/router.tsx'),
    'must not import',
  ],
  [
    'a plain control importing a widget',
    'apps/web/src/ui/a.tsx',
    importing('../widgets/note-select.tsx'),
    'must not import',
  ],
  [
    'a plain control importing the contract of a feature',
    'apps/web/src/ui/a.tsx',
    importing('@poklik/contract/notes'),
    'must not import packages/contract/src/notes.ts',
  ],
  [
    'web importing a package of the server',
    'apps/web/src/app/a.ts',
    importing('@poklik/event-log/event-log'),
    'must not import packages/event-log',
  ],
  [
    'a plain control importing a type of such a contract',
    'apps/web/src/ui/a.tsx',
    "import type { Note } from '@poklik/contract/notes';\n",
    'must not import',
  ],
  [
    'a lazy import upward',
    'apps/web/src/ui/a.tsx',
    "export const page = () => import('../features/notes/notes-page.tsx');\n",
    'must not import',
  ],
  [
    'a server feature importing the jobs of another',
    'apps/server/src/features/tags/tags.service.ts',
    importing('../notes/notes.jobs.ts'),
    'reaches into another feature',
  ],
  [
    'a server feature importing a part of a context',
    'apps/server/src/features/tags/a.service.ts',
    importing('../billing/ledger/ledger.service.ts'),
    'ask its billing.service.ts',
  ],
  [
    'a repo importing its service',
    'apps/server/src/features/tags/tags.repo.ts',
    importing('./tags.service.ts'),
    'must not import upward',
  ],
  [
    'a service importing its routes',
    'apps/server/src/features/notes/notes.service.ts',
    importing('./notes.routes.ts'),
    'must not import upward',
  ],
  [
    'http importing a feature',
    'apps/server/src/http/a.ts',
    importing('../features/tags/tags.service.ts'),
    'must not import one',
  ],
  [
    'stores importing a feature',
    'apps/server/src/stores/a.ts',
    importing('../features/tags/tags.service.ts'),
    'must not import one',
  ],
  [
    'mail importing a feature',
    'apps/server/src/mail/a.ts',
    importing('../features/tags/tags.service.ts'),
    'must not import one',
  ],
  [
    'i18n importing a feature',
    'apps/server/src/i18n/a.ts',
    importing('../features/tags/tags.service.ts'),
    'must not import one',
  ],
  [
    'the program importing test code',
    'apps/server/src/a.ts',
    importing('./testing/fake-clock.ts'),
    'only tests may import',
  ],
  ['a banned file name', 'apps/server/src/http/helpers.ts', EMPTY, '"helpers.ts" names no subject'],
  ['a barrel', 'packages/contract/src/index.ts', EMPTY, '"index.ts" names no subject'],
  ['a banned folder name', 'apps/web/src/features/shared/a.tsx', EMPTY, '"shared" names no subject'],
  ['a name that is not kebab-case', 'apps/web/src/ui/DataTable.tsx', EMPTY, 'not kebab-case'],
  ['a default export', 'apps/web/src/ui/a.tsx', 'export default 1;\n', 'export default'],
  [
    'a Node module in a pure package',
    'packages/domain/src/a.ts',
    importing('node:fs'),
    '"node:fs" is not allowed in a pure package',
  ],
  [
    'the clock in a pure package',
    'packages/domain/src/a.ts',
    'export const now = Date.now();\n',
    'the clock is not allowed',
  ],
  [
    'new Date() in a pure package',
    'packages/contract/src/a.ts',
    'export const now = new Date();\n',
    'the clock is not allowed',
  ],
  [
    'randomness in a pure package',
    'packages/domain/src/a.ts',
    'export const dice = Math.random();\n',
    'randomness is not allowed',
  ],
  [
    'the network in a pure package',
    'packages/domain/src/a.ts',
    "export const page = fetch('/');\n",
    'fetch is not allowed',
  ],
  [
    'the process in a pure package',
    'packages/domain/src/a.ts',
    'export const pid = process.pid;\n',
    'process is not allowed',
  ],
  [
    'the environment outside the config',
    'apps/server/src/http/a.ts',
    'export const port = process.env.PORT;\n',
    'process.env is read only in',
  ],
  [
    'a driver outside the stores',
    'apps/server/src/features/notes/a.ts',
    importing('pg'),
    'the driver "pg" is known only to',
  ],
  [
    'a driver type outside the stores',
    'apps/server/src/http/a.ts',
    "import type { Pool } from 'pg';\n",
    'the driver "pg"',
  ],
  [
    'fetch in a web feature',
    'apps/web/src/features/notes/a.ts',
    "export const page = fetch('/v1');\n",
    'the network is reached only through',
  ],
  [
    'server-sent events in a web feature',
    'apps/web/src/features/notes/a.ts',
    "export const live = new EventSource('/v1');\n",
    'the network is reached only through',
  ],
  [
    'endpoints without a feature of the same name',
    'packages/contract/src/tags.ts',
    'export const tagsApi = { list: endpoint({}) };\n',
    'tags.routes.ts does not exist',
  ],
];

describe('the check reports', () => {
  it.each(BREACHES)('%s', (_what, path, text, message) => {
    const found = problemsOf({ ...CLEAN, [path]: text }).filter((problem) => problem.startsWith(`${path}: `));
    expect(found.join('\n')).toContain(message);
  });

  it('the path of an import cycle, including type imports', () => {
    const found = problemsOf({
      'apps/server/src/a.ts': importing('./b.ts'),
      'apps/server/src/b.ts': "import type { C } from './c.ts';\nexport type B = C;\n",
      'apps/server/src/c.ts': importing('./a.ts'),
      'apps/server/src/d.ts': importing('./a.ts'),
    });
    expect(found).toEqual([
      'apps/server/src/a.ts: import cycle apps/server/src/a.ts → apps/server/src/b.ts → apps/server/src/c.ts → apps/server/src/a.ts',
    ]);
  });

  it('the path of a folder cycle of the server', () => {
    const found = problemsOf({
      'apps/server/src/stats/a.ts': importing('../tracking/a.ts'),
      'apps/server/src/tracking/a.ts': EMPTY,
      'apps/server/src/tracking/b.ts': importing('../stats/b.ts'),
      'apps/server/src/tracking/b.test.ts': importing('../roles/a.ts'),
      'apps/server/src/stats/b.ts': EMPTY,
      'apps/server/src/roles/a.ts': importing('../tracking/a.ts'),
    });
    expect(found).toEqual([
      'apps/server/src/stats: folder cycle apps/server/src/stats → apps/server/src/tracking → apps/server/src/stats',
    ]);
  });

  it('a cycle of the parts of a context', () => {
    const found = problemsOf({
      ...CLEAN,
      'apps/server/src/features/billing/ledger/totals.service.ts': importing('../invoices/totals.service.ts'),
      'apps/server/src/features/billing/invoices/totals.service.ts': EMPTY,
    });
    expect(found).toEqual(['apps/server/src/features/billing: cycle of its parts invoices → ledger → invoices']);
  });
});
