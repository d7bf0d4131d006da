import { TAGS_MAX } from '@poklik/contract/campaigns';
import { withoutTag, withTag } from '@poklik/domain/campaigns/tags';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import fieldCss from '../../../../ui/form/field.module.css';
import { describedBy, Field } from '../../../../ui/form/field.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { useField } from '../../../../ui/form/use-field.ts';
import css from './tags-field.module.css';

const TAG_LENGTH_MAX = 32;

interface TagsFieldProps {
  name: string;
  label: ReactNode;
  hint: ReactNode;
  /** Tags the account already uses. */
  known: readonly string[];
}

/** Enter or a comma adds a tag; Backspace in an empty field removes the last. */
export function TagsField({ name, label, hint, known }: TagsFieldProps) {
  const { t } = useTranslation('campaigns');
  const { id, form, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  const [written, setWritten] = useState('');
  const tags: string[] = field.value ?? [];

  const add = (text: string) => {
    const fresh = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    field.onChange(fresh.reduce<string[]>(withTag, tags));
    setWritten('');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      if (written.trim() !== '') add(written);
    } else if (event.key === 'Backspace' && written === '' && tags.length > 0) {
      field.onChange(tags.slice(0, -1));
    }
  };

  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      counter={tags.length > 7 ? `${tags.length} / ${TAGS_MAX}` : ''}
    >
      <div className={`${fieldCss.control} ${css.control}`}>
        {tags.map((tag) => (
          <span key={tag} className={css.tag}>
            {tag}
            <button
              type="button"
              className={css.remove}
              aria-label={t('form.remove_tag', { tag })}
              onClick={() => field.onChange(withoutTag(tags, tag))}
            >
              <X size={12} strokeWidth={2} aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          ref={field.ref}
          className={css.typed}
          value={written}
          maxLength={TAG_LENGTH_MAX}
          list={`${id}-known`}
          autoComplete="off"
          onChange={(event) => setWritten(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (written.trim() !== '') add(written);
            field.onBlur();
          }}
          aria-describedby={describedBy(id, hint, error)}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
      {tags.map((tag, place) => (
        <ListError key={tag} name={`${name}.${place}`} />
      ))}
    </Field>
  );
}
