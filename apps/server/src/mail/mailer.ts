export interface Email {
  /** What it is about: its template or the notification it repeats. */
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

/** Sends an email or throws; the queue retries. */
export interface Mailer {
  send(email: Email): Promise<void>;
  close(): void;
}
