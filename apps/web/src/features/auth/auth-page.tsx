import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useReturnPath } from './auth.queries.ts';
import { LoginForm } from './login-form.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** Login and sign-up in one screen: the typed email is kept when switching. */
export function AuthPage() {
  const { pathname, search } = useLocation();
  const returnPath = useReturnPath();
  const email = useRef('');
  const isRegistration = pathname.endsWith(paths.registration);
  // A logged-in user may open an invitation to leave their account for it.
  const isInvited = isRegistration && new URLSearchParams(search).has('invite');
  if (isSignedIn() && !isInvited) return <Navigate to={returnPath} replace />;
  return isRegistration ? <RegistrationForm email={email} /> : <LoginForm email={email} />;
}
