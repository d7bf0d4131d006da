import type { Database } from '../stores/postgres.ts';
import { emails } from '../stores/tables/notifications.ts';
import type { Mailer } from './mailer.ts';

/** Without a mail server emails stay in the database, where the operator can read them. */
export const outboxMailer = (db: Database): Mailer => ({
  send: async ({ to, subject, text }) => {
    await db.insert(emails).values({ recipient: to, subject, text });
  },
  close: () => {},
});
