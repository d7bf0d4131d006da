import { MACROS } from '@poklik/contract/routing';
import { completeMacro, type OpenMacro, openMacro, suggestMacros } from '@poklik/domain/routing/macro-completion';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import fieldCss from '../../ui/form/field.module.css';
import { describedBy, Field } from '../../ui/form/field.tsx';
import { checkOnLeave, recheck, useField } from '../../ui/form/use-field.ts';
import css from './url-field.module.css';

interface UrlFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  macros?: readonly string[];
}

/** A URL with macro suggestions: arrow keys choose, Enter inserts. */
export function UrlField({ name, label, hint, required, macros = MACROS }: UrlFieldProps) {
  const { id, form, errors, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  const text: string = field.value ?? '';
  const write = (value: string) => {
    field.onChange(value);
    void recheck(form, errors, name);
  };
  const { input, offered, active, look, choose, close, onKeyDown } = useMacroCompletion({
    text,
    macros,
    onWrite: write,
  });
  const isOffering = offered.length > 0;
  const listId = `${id}-macros`;
  return (
    <Field id={id} label={label} hint={hint} {...(required && { required })} error={error}>
      <div className={css.wrapper}>
        <input
          id={id}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          name={name}
          className={`${fieldCss.control} ${css.url}`}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://"
          value={text}
          onChange={(event) => {
            write(event.target.value);
            look();
          }}
          onClick={look}
          onKeyDown={onKeyDown}
          onBlur={() => {
            close();
            // Pasted whitespace is trimmed.
            if (text !== text.trim()) field.onChange(text.trim());
            field.onBlur();
            void checkOnLeave(form, name);
          }}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOffering}
          aria-controls={listId}
          aria-activedescendant={isOffering ? `${listId}-${active}` : undefined}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <MacroList id={listId} macros={offered} active={active} onChoose={choose} />
      </div>
    </Field>
  );
}

interface MacroCompletion {
  text: string;
  macros: readonly string[];
  onWrite: (text: string) => void;
}

/** Offers macros while one is typed in an input. */
function useMacroCompletion({ text, macros, onWrite }: MacroCompletion) {
  const input = useRef<HTMLInputElement | null>(null);
  const [open, setOpen] = useState<OpenMacro | null>(null);
  const [active, setActive] = useState(0);
  const offered = open ? suggestMacros(open.typed, macros) : [];

  const look = () => {
    const caret = input.current?.selectionStart ?? 0;
    setOpen(openMacro(input.current?.value ?? '', caret));
    setActive(0);
  };

  const choose = (macro: string) => {
    if (!open || !input.current) return;
    const caret = input.current.selectionStart ?? open.start + 1 + open.typed.length;
    const result = completeMacro(text, caret, open, macro);
    onWrite(result.text);
    setOpen(null);
    // The caret can be set only after the new text is rendered.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(result.caret, result.caret);
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((now) => (now + step + offered.length) % offered.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      choose(offered[active] ?? '');
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(null);
    }
  };

  return { input, offered, active, look, choose, close: () => setOpen(null), onKeyDown };
}

interface MacroListProps {
  id: string;
  macros: readonly string[];
  active: number;
  onChoose: (macro: string) => void;
}

function MacroList({ id, macros, active, onChoose }: MacroListProps) {
  const { t } = useTranslation('campaigns');
  return (
    <div id={id} role="listbox" aria-label={t('form.macros')} className={css.list} hidden={macros.length === 0}>
      {macros.map((macro, place) => (
        <div
          key={macro}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={css.option}
          ref={(element) => {
            if (place === active) element?.scrollIntoView({ block: 'nearest' });
          }}
          // Keeps the focus and caret in the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(macro);
          }}
        >
          <code>{`{${macro}}`}</code>
          <span className={css.meaning}>
            {/^sub\d+$/.test(macro) ? t('form.macro.sub', { number: macro.slice(3) }) : t(`form.macro.${macro}`)}
          </span>
        </div>
      ))}
    </div>
  );
}
