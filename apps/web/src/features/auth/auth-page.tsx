import { useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useReturnPath } from './auth.queries.ts';
import css from './auth-page.module.css';
import { LoginForm } from './login-form.tsx';
import { ProductPromise } from './product-promise.tsx';
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
  return (
    <div className={css.page}>
      {isRegistration ? <RegistrationForm email={email} /> : <LoginForm email={email} />}
      <ProductPromise />
    </div>
  );
}
