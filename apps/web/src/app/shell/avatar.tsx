import type { Profile } from '@poklik/contract/profile';
import css from './avatar.module.css';

function initials({ name, email }: Profile): string {
  const [first = '', second = ''] = (name || email).trim().split(/\s+/u);
  return `${[...first][0] ?? ''}${[...second][0] ?? ''}`.toUpperCase();
}

export function Avatar({ profile }: { profile: Profile }) {
  return (
    <span className={css.avatar} aria-hidden>
      {initials(profile)}
    </span>
  );
}
