import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useReturnPath } from './auth.queries.ts';
import { LoginForm } from './login-form.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** One screen with two modes: what was typed as e-mail stays when the mode changes. */
export function AuthPage() {
  const { pathname, search } = useLocation();
  const returnPath = useReturnPath();
  const email = useRef('');
  const isRegistration = pathname.endsWith(paths.registration);
  // Who follows an invitation may be signed in with the account that they leave for it.
  const isInvited = isRegistration && new URLSearchParams(search).has('invite');
  if (isSignedIn() && !isInvited) return <Navigate to={returnPath} replace />;
  return isRegistration ? <RegistrationForm email={email} /> : <LoginForm email={email} />;
}
