import { CopyButton } from '../../../ui/copy-button.tsx';
import css from './code-snippet.module.css';

interface CodeSnippetProps {
  label: string;
  text: string;
  code: string;
}

/** A piece of code for somebody's own page, with what it does. */
export function CodeSnippet({ label, text, code }: CodeSnippetProps) {
  return (
    <figure className={css.figure}>
      <figcaption>
        <span className={css.label}>{label}</span>
        <span className={css.text}>{text}</span>
      </figcaption>
      <div className={css.line}>
        <pre className={css.code}>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} size="md" />
      </div>
    </figure>
  );
}
