import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLES } from '@poklik/contract/roles';
import { lastEmailTo, startMailServer } from './emails.ts';
import { queryDatabase } from './operator.ts';
import { type People, type Person, peopleFile, registerUser, STAGE_VARIABLE, type Stage } from './people.ts';
import { freePort, startProduct } from './product.ts';
import { newEnvironment, operatorAt, type TestEnvironment } from './test-environment.ts';

/** Starts one server for the whole run, with one user per role. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const environment = await newEnvironment();
  const closers = [async () => environment.clear()];
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close();
  };
  // Exiting explicitly runs the exit handlers, which stop the server when the run is interrupted.
  process.once('SIGTERM', () => process.exit(143));
  try {
    await prepareStage(environment, closers);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return closeAll;
}

async function prepareStage(environment: TestEnvironment, closers: (() => Promise<void>)[]): Promise<void> {
  const { folder, dataDir } = environment;
  const emails = join(folder, 'emails');
  const mailServer = await startMailServer(emails, await freePort());
  closers.push(mailServer.close);
  const product = await startProduct({
    ...environment,
    settings: { ...environment.settings, SMTP_URL: mailServer.url },
  });
  closers.push(product.stop);
  await product.healthy();
  const stage: Stage = { url: product.url, folder, dataDir, emails };
  process.env[STAGE_VARIABLE] = JSON.stringify(stage);

  const user = await verified(await registerUser(product.url, 'user@example.test'), emails);
  const admin = await verified(await registerUser(product.url, 'admin@example.test'), emails);
  // Changing a role on the users page is tested in `users.spec.ts`.
  await queryDatabase(dataDir, 'update users set role = $1 where email = $2', [ROLES.ADMIN, admin.email]);
  const superAdmin = await operatorAt(product.url);
  writeFileSync(peopleFile(folder), JSON.stringify({ user, admin, superAdmin } satisfies People));
}

async function verified(person: Person, emails: string): Promise<Person> {
  const message = await lastEmailTo(emails, person.email);
  const link = message.links.find((address) => address.includes('/email/verify/'));
  if (!link) throw new Error(`No verification link in:\n${message.text}`);
  await fetch(link, { redirect: 'manual' });
  return person;
}
