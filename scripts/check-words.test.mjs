import { describe, expect, it } from 'vitest';
import { checkWords } from './check-words.mjs';
import { temporaryTree } from './temporary-tree.mjs';

const problemsOf = (files) => checkWords(temporaryTree(files)).problems;

const CLEAN = {
  'README.md': '# Poklik\n\nCampaigns, plans and emails. The API says `tariff`.\n',
  'apps/server/src/features/emails/emails.service.ts': '// A provider signs requests.\nexport const sendEmail = 1;\n',
  'apps/server/src/stats/program.ts': `export const PROGRAM = '${'A'.repeat(120)}/fed/';\n`,
  'apps/server/src/stores/migrations/postgres/meta/0001_snapshot.json': '{ "table": "letters" }\n',
  'apps/web/src/i18n/paths.ts': "export const PATH = '/recovery-password/send-letter';\n",
  'packages/locales/en/auth.json': '{\n  "tariff": "Your plan {{tariff}}"\n}\n',
  'packages/locales/ru/auth.json': '{\n  "login": "E-mail"\n}\n',
};

const PLANTED = [
  ['a text', 'packages/locales/en/auth.json', '{\n  "resend": "Send the letter again"\n}\n', ':2: "letter"'],
  ['a key', 'packages/locales/en/auth.json', '{\n  "letter": "Resend email"\n}\n', ':2: "letter"'],
  ['the start of a text', 'packages/locales/en/auth.json', '{\n  "back": "To the campaigns"\n}\n', ':2: "To the"'],
  ['a noun of the API on a screen', 'packages/locales/en/auth.json', '{\n  "plan": "Your tariff"\n}\n', '"tariff"'],
  ['an email', 'apps/server/src/i18n/locales/en.json', '{\n  "text": "Counted anew"\n}\n', '"anew"'],
  ['a guide', 'apps/server/src/features/instructions/guides/en/a.md', 'Whoever clicks.\n', '"whoever"'],
  ['a document', 'docs/operations.md', 'One.\n\nThe demonstration.\n', ':3: "demonstration"'],
  ['a camel-case name', 'apps/web/src/ui/a.ts', 'export const letterTo = 1;\n', ':1: "letter"'],
  ['a name in capitals', 'packages/domain/src/a.ts', "const CODE_SIGNS = 'ab';\n", ':1: "signs"'],
  ['a comment', 'scripts/a.mjs', '// Whoever asks is answered.\n', ':1: "whoever"'],
  ['a file name', 'apps/server/src/keep-doing.ts', 'export {};\n', '.ts: "keep doing"'],
];

it('finds nothing in plain words, other languages and applied migrations', () => {
  expect(problemsOf(CLEAN)).toEqual([]);
});

describe('finds a banned word in', () => {
  it.each(PLANTED)('%s', (_what, path, text, problem) => {
    const found = problemsOf({ ...CLEAN, [path]: text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(path);
    expect(found[0]).toContain(problem);
  });
});
