import css from './logo.module.css';

interface LogoProps {
  /** Product name set by the operator. */
  name: string;
  /** URLs of the operator's logo in each theme. Without one the name stands beside our mark. */
  images?: { light: string; dark: string } | undefined;
  /** Shows only the mark, for narrow places. */
  markOnly?: boolean;
}

/** The mark is the visitor's path looping around the click. */
export function Logo({ name, images, markOnly = false }: LogoProps) {
  if (images) {
    return (
      <span className={css.logo}>
        <img className={`${css.image} ${css.light}`} src={images.light} alt={name} />
        <img className={`${css.image} ${css.dark}`} src={images.dark} alt={name} />
      </span>
    );
  }
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
