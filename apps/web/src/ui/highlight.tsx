import css from './highlight.module.css';

/** A text with what was searched for marked in it, however it is written. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const found = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  // Lower case may be longer than upper case; then the places do not correspond.
  if (found < 0 || text.toLowerCase().length !== text.length) return text;
  const end = found + search.length;
  return (
    <>
      {text.slice(0, found)}
      <mark className={css.mark}>{text.slice(found, end)}</mark>
      {text.slice(end)}
    </>
  );
}
