import css from './offers.module.css';

/** Tags of a row; each filters the list. */
export function Tags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  if (tags.length === 0) return null;
  return (
    <span className={css.tags}>
      {tags.map((tag) => (
        <button key={tag} type="button" className={css.tag} onClick={() => onTag(tag)}>
          {tag}
        </button>
      ))}
    </span>
  );
}
