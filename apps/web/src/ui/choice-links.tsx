import { Link } from 'react-router';
import css from './choice-links.module.css';

interface ChoiceLinksProps {
  /** Names what is chosen. */
  label: string;
  choices: { label: string; to: { search: string }; chosen: boolean }[];
}

/** A few views of the same list, one of which is shown. Each is a link, so that it can be kept and shared. */
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
