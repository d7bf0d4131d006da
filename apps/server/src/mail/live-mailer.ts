import type { Config } from '../config.ts';
import type { Database } from '../stores/postgres.ts';
import type { Mailer } from './mailer.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

/** Sends through the mail server in force, or into the outbox without one. */
export function liveMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Database): Mailer {
  let opened: { key: string; mailer: Mailer } | undefined;
  return {
    send: (email) => {
      const { smtpUrl, mailFrom } = config;
      const key = JSON.stringify([smtpUrl, mailFrom]);
      if (opened?.key !== key) {
        opened?.mailer.close();
        opened = { key, mailer: smtpUrl ? smtpMailer(smtpUrl, mailFrom) : outboxMailer(db) };
      }
      return opened.mailer.send(email);
    },
    close: () => opened?.mailer.close(),
  };
}
