import { TOKEN_PREFIX } from '@poklik/contract/api-tokens';
import { AppError } from '@poklik/contract/errors';
import { Role } from '@poklik/contract/roles';
import { intersectScopes } from '@poklik/domain/access/scope';
import { permissionsOf } from '@poklik/domain/auth/role-permissions';
import type { Authenticate } from '../../http/caller.ts';
import { hashSecret } from '../../secret.ts';
import type { Database } from '../../stores/postgres.ts';
import { getLimits } from '../billing/billing.service.ts';
import { findTokenByHash, touchToken } from './api-tokens.repo.ts';

export const isApiToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

/** A token never allows more than its creator's current permissions. */
export const createTokenAuthenticator =
  (db: Database): Authenticate =>
  async (secret, { ip }) => {
    const row = await findTokenByHash(db, hashSecret(secret), ip);
    if (!row) return null;
    const { token, user, member } = row;
    if (user.status !== 'active' || row.ownerStatus !== 'active') return null;
    if (!row.isIpAllowed) throw new AppError('ip_not_allowed');
    await touchToken(db, token.id, ip);
    const role = Role.parse(user.role);
    const { role: teamRole, canEditProfile, canSeeMoney, canExport } = member;
    const { apiPerMinute } = await getLimits(db, token.accountId);
    return {
      userId: user.id,
      accountId: token.accountId,
      campaignIds: intersectScopes(member.campaignIds, token.campaignIds),
      sessionId: null,
      lacksSecondFactor: false,
      lacksAcceptance: false,
      apiToken: { id: token.id, perMinute: apiPerMinute },
      role,
      teamRole,
      permissions: permissionsOf({
        ...{ role, teamRole, canEditProfile, canSeeMoney },
        isImpersonated: false,
        scopes: token.scopes,
      }),
      canSeeMoney,
      canExport,
      impersonation: null,
    };
  };
