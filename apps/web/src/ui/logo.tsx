import css from './logo.module.css';

interface LogoProps {
  /** The name of the product, as the operator set it. */
  name: string;
  /** The mark without the word, for narrow places. */
  markOnly?: boolean;
}

/** One unbroken path, the visitor's, that loops around a point, the click. */
export function Logo({ name, markOnly = false }: LogoProps) {
  return (
    <span className={css.logo}>
      <svg
        className={css.mark}
        viewBox="0 0 32 32"
        fill="none"
        role={markOnly ? 'img' : undefined}
        aria-label={markOnly ? name : undefined}
        aria-hidden={markOnly ? undefined : true}
      >
        <path className={css.path} d="M9 28V13a8 8 0 1 1 8 8" strokeWidth="3.5" strokeLinecap="round" />
        <circle className={css.point} cx="17" cy="13" r="3" />
      </svg>
      {!markOnly && <span className={css.word}>{name}</span>}
    </span>
  );
}
