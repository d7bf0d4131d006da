import type { authApi, RestoreResponse } from '@poklik/contract/auth';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { type AuthTools, getSignUpRules, register, requestEmail, resetPassword, verifyEmail } from './auth.service.ts';
import { confirmEmailChange } from './email-change.service.ts';
import { login } from './login.service.ts';
import { logout } from './session.service.ts';

export const authRoutes = (services: Services, tools: AuthTools): Handlers<typeof authApi> => ({
  login: (visitor, { body }) => login(services, tools, visitor, body),
  signUpRules: async ({ language }, { query }) => ({ data: await getSignUpRules(services, query, language) }),
  register: async (visitor, { body }) => {
    await register(services, tools, visitor, body);
    return { message: translator(visitor.language)('done.registered'), data: { email: body.email } };
  },
  logout: async (caller) => {
    await logout(services.db, caller);
    return { message: translator(caller.language)('done.signed_out') };
  },
  forgotPassword: async (visitor, { body }) => {
    await requestEmail(services, tools, visitor, 'send_password_reset', body.email);
    return { message: translator(visitor.language)('done.email_sent') };
  },
  resetPassword: async (visitor, { body }) => {
    await resetPassword(services, tools, visitor, body);
    return { message: translator(visitor.language)('done.password_changed') };
  },
  resendVerification: async (visitor, { body }) => {
    await requestEmail(services, tools, visitor, 'send_verification', body.email);
    return { message: translator(visitor.language)('done.email_sent') };
  },
  verifyEmail: async (visitor, { params }) => {
    const { outcome, language } = await verifyEmail(services, params.id, params.hash);
    const home = `${services.config.publicUrl}/${language ?? visitor.language}`;
    if (outcome === 'verified') return `${home}/login?verified=1`;
    const response: RestoreResponse = `email-${outcome}`;
    return `${home}/restore-password/${response}`;
  },
  confirmEmail: async (visitor, { params }) => {
    const { outcome, language } = await confirmEmailChange(services, params.id, params.hash, visitor.ip);
    return `${services.config.publicUrl}/${language ?? visitor.language}/profile?tab=security&address=${outcome}`;
  },
});
