import { Language } from '@poklik/contract/language';
import * as z from 'zod/mini';
import { composeEmail } from '../../mail/compose.ts';
import type { Services } from '../../services.ts';

/** The recipient comes with the job, because the user row is anonymized before the job runs. */
const AccountDeletedPayload = z.object({ email: z.string(), name: z.string(), language: Language });

export const accountJobs = ({ mailer, config }: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  send_account_deleted: async (payload) => {
    const { email, name, language } = AccountDeletedPayload.parse(payload);
    const link = `${config.publicUrl}/${language}/registration`;
    await mailer.send(composeEmail({ kind: 'account_deleted', to: email, name, language, operator: config, link }));
  },
});
