import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useWayIn } from './auth.queries.ts';
import { LoginForm } from './login-form.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** One screen with two modes: what was typed as e-mail stays when the mode changes. */
export function AuthPage() {
  const { pathname } = useLocation();
  const wayIn = useWayIn();
  const email = useRef('');
  if (isSignedIn()) return <Navigate to={wayIn} replace />;
  return pathname.endsWith(paths.registration) ? <RegistrationForm email={email} /> : <LoginForm email={email} />;
}
