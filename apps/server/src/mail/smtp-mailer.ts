import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

const TIMEOUT_MS = 15_000;

/** Sends through the operator's mail server, with TLS if offered. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    // The address is in an object, so that a comma or line break in it cannot add a recipient.
    send: async ({ to, attachments = [], ...email }) => {
      await transport.sendMail({ to: { name: '', address: to }, ...email, attachments: [...attachments] });
    },
    close: () => transport.close(),
  };
}
