import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLES } from '@poklik/contract/roles';
import { lastLetterTo, startMailServer } from './letters.ts';
import { askDatabase } from './operator.ts';
import { type People, type Person, peopleFile, registerUser, STAGE_VARIABLE, type Stage, tokenOf } from './people.ts';
import { freePort, startProduct } from './product.ts';

const OPERATOR = { email: 'operator@example.test', password: 'the passphrase of the operator' };

/** Tests sign in and register far more often than one source may. */
const UNLIMITED = Object.fromEntries(
  [
    'VISITOR_PER_MINUTE',
    'USER_PER_MINUTE',
    'GUESSES_PER_SOURCE',
    'LETTERS_PER_ADDRESS',
    'LETTERS_PER_SOURCE',
    'SIGN_UPS_PER_SOURCE',
  ].map((name) => [`LIMIT_${name}`, '1000000']),
);

/** One product for the whole run, with one person of each role. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'poklik-e2e-'));
  // PostgreSQL refuses to run as root; the user it runs as must be able to enter.
  chmodSync(folder, 0o755);
  const closers = [async () => rmSync(folder, { recursive: true, force: true })];
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close();
  };
  // Whoever ends the run early ends the product too.
  process.once('SIGTERM', () => process.exit(143));
  try {
    await setTheStage(folder, closers);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return closeAll;
}

async function setTheStage(folder: string, closers: (() => Promise<void>)[]): Promise<void> {
  const [dataDir, letters] = [join(folder, 'data'), join(folder, 'letters')];
  const mailServer = await startMailServer(letters, await freePort());
  closers.push(mailServer.close);
  const port = await freePort();
  const product = await startProduct({
    dataDir,
    port,
    settings: {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mailServer.url,
      SUPER_ADMIN_EMAIL: OPERATOR.email,
      SUPER_ADMIN_PASSWORD: OPERATOR.password,
      ...UNLIMITED,
    },
  });
  closers.push(product.stop);
  await product.healthy();
  const stage: Stage = { url: product.url, folder, dataDir, letters };
  process.env[STAGE_VARIABLE] = JSON.stringify(stage);

  const user = await verified(await registerUser(product.url, 'user@example.test'), letters);
  const admin = await verified(await registerUser(product.url, 'admin@example.test'), letters);
  // No screen changes a role yet, so the operator does it in the database.
  await askDatabase(dataDir, 'update users set role = $1 where email = $2', [ROLES.ADMIN, admin.email]);
  const superAdmin = { ...OPERATOR, token: await tokenOf(OPERATOR.email, OPERATOR.password, product.url) };
  writeFileSync(peopleFile(folder), JSON.stringify({ user, admin, superAdmin } satisfies People));
}

async function verified(person: Person, letters: string): Promise<Person> {
  const letter = await lastLetterTo(letters, person.email);
  const link = letter.links.find((address) => address.includes('/email/verify/'));
  if (!link) throw new Error(`No verification link in:\n${letter.text}`);
  await fetch(link, { redirect: 'manual' });
  return person;
}
