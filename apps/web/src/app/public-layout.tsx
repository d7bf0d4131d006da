import { Link, Outlet } from 'react-router';
import { paths } from '../i18n/paths.ts';
import { Logo } from '../ui/logo.tsx';
import { LanguageSelect } from './language-select.tsx';
import css from './public-layout.module.css';
import { settings } from './settings.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** Layout of public screens. */
export function PublicLayout() {
  return (
    <div className={css.page}>
      <header className={css.corner}>
        <Link to={paths.root} className={css.logo}>
          <Logo name={settings.appName} />
        </Link>
        <LanguageSelect />
        <ThemeSwitch />
      </header>
      <main className={css.content}>
        <Outlet />
      </main>
    </div>
  );
}
