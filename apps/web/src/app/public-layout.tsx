import { Link, Outlet } from 'react-router';
import { paths } from '../i18n/paths.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Logo } from '../ui/logo.tsx';
import { LanguageSelect } from './language-select.tsx';
import css from './public-layout.module.css';
import { logoImages, settings } from './settings.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** The operator's words and how to reach support. */
function OperatorNote() {
  const language = useLanguage();
  const { loginText, supportEmail, supportUrl } = settings.brand;
  const text = loginText[language];
  if (text === null && supportEmail === null && supportUrl === null) return null;
  return (
    <footer className={css.note}>
      {text !== null && <p className={css.noteText}>{text}</p>}
      {supportEmail !== null && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
      {supportUrl !== null && (
        <a href={supportUrl} target="_blank" rel="noopener noreferrer">
          {supportUrl}
        </a>
      )}
    </footer>
  );
}

/** Layout of public screens. */
export function PublicLayout() {
  return (
    <div className={css.page}>
      <header className={css.corner}>
        <Link to={paths.root} className={css.logo}>
          <Logo name={settings.appName} images={logoImages} />
        </Link>
        <LanguageSelect />
        <ThemeSwitch />
      </header>
      <main className={css.content}>
        <Outlet />
      </main>
      <OperatorNote />
    </div>
  );
}
