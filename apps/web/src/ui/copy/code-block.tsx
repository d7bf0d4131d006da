import css from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Code to copy. A text field, so it can be focused, scrolled and selected with the keyboard. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div className={css.block}>
      <textarea
        className={css.code}
        aria-label={label}
        readOnly
        rows={code.split('\n').length}
        wrap="off"
        spellCheck={false}
        value={code}
      />
      <CopyButton text={code} />
    </div>
  );
}
