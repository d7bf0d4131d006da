import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { useField } from '../../ui/form/use-field.ts';
import { IdSelectField } from './id-select-field.tsx';
import css from './offers.module.css';

interface Option {
  id: number;
  name: string;
  url: string;
}

interface TargetFieldProps {
  /** Path of the destination. */
  name: string;
  /** The field of the destination that holds the choice. */
  idName: 'offer_id' | 'lander_id';
  texts: { label: ReactNode; placeholder: string; create: string };
  options: readonly Option[];
  onSearch: (text: string) => void;
  Dialog: ComponentType<{ opened: boolean; onClose: () => void; onSaved: (saved: Option) => void }>;
  /** Other ways to go. */
  children: ReactNode;
}

/** The offer or lander of a destination: found by typing, or created in place. Its URL stands where the destination's own would. */
export function TargetField({ name, idName, texts, options, onSearch, Dialog, children }: TargetFieldProps) {
  const { control, setValue, setFocus } = useFormContext();
  const path = `${name}.${idName}`;
  const chosen: number | null = useWatch({ control, name: path }) ?? null;
  const url: string = useWatch({ control, name: `${name}.url` }) ?? '';
  const { error } = useField(`${name}.url`);
  const [creating, setCreating] = useState(false);
  const [isNew] = useState(chosen === null);
  useEffect(() => {
    // The button that opened the field may be gone. Someone who is already in another field stays there.
    if (isNew && !document.activeElement?.matches('input, textarea')) setFocus(path);
  }, [isNew, path, setFocus]);
  const take = (target: Option | undefined) => {
    setValue(path, target?.id ?? null, { shouldDirty: true });
    setValue(`${name}.url`, target?.url ?? '', { shouldDirty: true, shouldValidate: error !== undefined });
  };
  return (
    <div className={css.field}>
      <IdSelectField
        name={path}
        label={texts.label}
        hint={chosen !== null && url !== '' ? url : undefined}
        placeholder={texts.placeholder}
        options={options}
        onSearch={onSearch}
        otherError={error}
        onPick={(id) => take(options.find((each) => each.id === id))}
      />
      <div className={css.buttons}>
        <Button size="sm" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setCreating(true)}>
          {texts.create}
        </Button>
        {children}
      </div>
      <Dialog opened={creating} onClose={() => setCreating(false)} onSaved={take} />
    </div>
  );
}
