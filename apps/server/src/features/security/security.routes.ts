import type { securityApi } from '@poklik/contract/security';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { requestEmailChange } from '../auth/email-change.service.ts';
import { getTwoFactorStatus } from '../auth/two-factor.service.ts';
import {
  changePassword,
  confirmTwoFactor,
  endOtherSessions,
  endSession,
  listSessions,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from './security.service.ts';

export function securityRoutes(services: Services, tools: AuthTools): Handlers<typeof securityApi> {
  const { db } = services;
  return {
    changePassword: async (caller, { body }) => {
      await changePassword(services, tools, caller, body);
      return { message: translator(caller.language)('done.own_password_changed') };
    },
    changeEmail: async (caller, { body }) => {
      await requestEmailChange(services, tools, caller, body);
      return { message: translator(caller.language)('done.new_address_asked', { email: body.email }) };
    },
    sessions: async (caller) => ({ data: await listSessions(db, caller) }),
    endSession: async (caller, { params }) => {
      await endSession(db, caller, params.id);
      return { message: translator(caller.language)('done.session_ended') };
    },
    endOtherSessions: async (caller) => {
      await endOtherSessions(db, caller);
      return { message: translator(caller.language)('done.other_sessions_ended') };
    },
    twoFactor: async (caller) => {
      const { enabledAt, recoveryCodesLeft } = await getTwoFactorStatus(db, caller.userId);
      return { data: { enabled_at: enabledAt?.toISOString() ?? null, recovery_codes_left: recoveryCodesLeft } };
    },
    startTwoFactor: async (caller, { body }) => ({
      data: await startTwoFactor(services, tools, caller, body.password),
    }),
    confirmTwoFactor: async (caller, { body }) => ({
      data: { recovery_codes: await confirmTwoFactor(services, tools, caller, body.code) },
    }),
    stopTwoFactor: async (caller, { body }) => {
      await turnOffTwoFactor(services, tools, caller, body);
      return { message: translator(caller.language)('done.two_factor_off') };
    },
    renewRecoveryCodes: async (caller, { body }) => ({
      data: { recovery_codes: await renewRecoveryCodes(services, tools, caller, body) },
    }),
  };
}
