import css from './code-snippet.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeSnippetProps {
  label: string;
  text: string;
  code: string;
}

/** A code snippet for the user's page, with a description. */
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
