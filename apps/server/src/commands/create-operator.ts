import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { AppError } from '@poklik/contract/errors';
import { Email } from '@poklik/contract/fields';
import { createOperator } from '../features/auth/operators.service.ts';
import { createPasswordHasher } from '../features/auth/passwords.ts';
import { translator } from '../i18n/translate.ts';
import { withRunningDatabase } from '../stores/running-database.ts';
import { EXIT, type RunCommand, UsageError } from './command.ts';

export const runCreateOperator: RunCommand = async ({ config, positionals, print }) => {
  const email = Email.safeParse(positionals[0]);
  if (!email.success) throw new UsageError(`${positionals[0]} is not an email address`);
  const password = await readPassword();
  const problem = await withRunningDatabase(config, ({ db }) =>
    createOperator({ db, config }, createPasswordHasher(config.passwordCost), { email: email.data, password }).then(
      (isCreated) => (isCreated ? null : `${email.data} has an account already.`),
      explainRejection,
    ),
  );
  print(problem ?? `Operator ${email.data} created: ${config.publicUrl}`);
  return problem === null ? EXIT.ok : EXIT.findings;
};

function explainRejection(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  const translate = translator('en');
  const problems = Object.values(error.details.fields ?? {}).flat();
  // Beside a field, only several sentences end with a full stop.
  return problems.map(({ key, values }) => translate(`errors:field.${key}`, values).replace(/\.?$/, '.')).join('\n');
}

/** One line; a terminal does not show it. */
function readPassword(): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write('Password: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY });
  return new Promise((resolve) => {
    let password = '';
    reader.once('line', (line) => {
      password = line;
      reader.close();
    });
    reader.once('close', () => {
      if (stdin.isTTY) stderr.write('\n');
      resolve(password);
    });
  });
}
