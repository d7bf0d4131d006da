import css from './highlight.module.css';

/** Highlights the search text, ignoring case. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const found = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  // Lowercasing can change the length; then the positions don't match.
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
