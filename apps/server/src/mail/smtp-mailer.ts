import { createTransport } from 'nodemailer';
import type { Email, Mailer } from './mailer.ts';

const TIMEOUT_MS = 15_000;

/** Sends through the operator's mail server, with TLS if offered. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = openTransport(smtpUrl, from);
  return {
    send: async (email) => void (await transport.sendMail(toMessage(email))),
    close: () => transport.close(),
  };
}

/** Sends one email and returns what the mail server answered, also when it refused. */
export async function sendForReply(
  { smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string },
  email: Email,
): Promise<{ accepted: boolean; reply: string }> {
  const transport = openTransport(smtpUrl, mailFrom);
  try {
    const { response } = await transport.sendMail(toMessage(email));
    return { accepted: true, reply: response };
  } catch (error) {
    const { response, message } = error as Error & { response?: string };
    return { accepted: false, reply: response ?? message };
  } finally {
    transport.close();
  }
}

function openTransport(smtpUrl: string, from: string) {
  const transport = createTransport(smtpUrl, { from });
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return transport;
}

/** The address is in an object, so that a comma or line break in it cannot add a recipient. */
const toMessage = ({ to, subject, text, html, headers = {}, attachments = [] }: Email) => ({
  to: { name: '', address: to },
  ...{ subject, text, html, headers },
  attachments: [...attachments],
});
