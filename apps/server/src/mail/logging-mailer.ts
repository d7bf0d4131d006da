import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../stores/postgres.ts';
import { sentEmails } from '../stores/tables/customers/customers.ts';
import { users } from '../stores/tables/users.ts';
import type { Email, Mailer } from './mailer.ts';

interface Tools {
  db: Database;
  config: Pick<Config, 'smtpUrl'>;
  log: Logger;
}

/** Notes every email to a user, for the operator. Its text stays out, because links in it are secrets. */
export const loggingMailer = (mailer: Mailer, tools: Tools): Mailer => ({
  send: async (email) => {
    try {
      await mailer.send(email);
    } catch (error) {
      await record(tools, email, 'failed');
      throw error;
    }
    await record(tools, email, tools.config.smtpUrl ? 'sent' : 'stored');
  },
  close: () => mailer.close(),
});

/** Failing would send the email again. */
async function record({ db, log }: Tools, { to, kind, subject }: Email, result: 'sent' | 'stored' | 'failed') {
  try {
    await db.execute(sql`insert into ${sentEmails} (account_id, user_id, kind, subject, result)
      select ${users.accountId}, ${users.id}, ${kind}, ${subject}, ${result} from ${users} where ${users.email} = lower(${to})`);
  } catch (error) {
    log.warn({ err: error, kind }, 'sent email not recorded');
  }
}
