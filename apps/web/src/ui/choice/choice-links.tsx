import { Link } from 'react-router';
import css from './choice-links.module.css';

interface ChoiceLinksProps {
  /** Accessible name of the group. */
  label: string;
  choices: { label: string; to: { pathname?: string; search: string }; chosen: boolean }[];
}

/** Switches between views of the same list. Each is a link, so it can be bookmarked and shared. */
export function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={css.choices}>
        {choices.map((choice) => (
          <li key={choice.label}>
            <Link className={css.choice} to={choice.to} aria-current={choice.chosen ? 'true' : undefined}>
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
