import { Language } from '@poklik/contract/language';
import { INVITATION_HOURS } from '@poklik/contract/team-users';
import * as z from 'zod/mini';
import { composeEmail } from '../../mail/compose.ts';
import { generateSecret } from '../../secret.ts';
import type { Services } from '../../services.ts';
import { findInvitation, setInvitationSecret } from './team-users.repo.ts';

const InvitationEmail = z.object({ memberId: z.int(), language: Language });

/** Creates the secret when the email is sent, so that it is never stored in the queue. */
export const teamUsersJobs = ({
  db,
  config,
  mailer,
}: Services): Record<string, (payload: unknown) => Promise<void>> => ({
  send_invitation: async (payload) => {
    const { memberId, language } = InvitationEmail.parse(payload);
    const invitation = await findInvitation(db, { id: memberId });
    if (!invitation) return;
    const { secret, hash } = generateSecret();
    await setInvitationSecret(db, memberId, hash, INVITATION_HOURS);
    await mailer.send(
      composeEmail({
        kind: 'team_invitation',
        to: invitation.member.email,
        name: '',
        language,
        operator: config,
        link: `${config.publicUrl}/${language}/registration?invite=${secret}`,
        values: { owner: invitation.owner.name || invitation.owner.email, hours: INVITATION_HOURS },
      }),
    );
  },
});
