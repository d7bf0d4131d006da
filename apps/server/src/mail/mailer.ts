export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

/** Sends a letter or throws; the queue tries again later. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  close(): void;
}
