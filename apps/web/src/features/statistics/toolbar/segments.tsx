import css from './segments.module.css';

interface SegmentsProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A segmented control. */
export function Segments({ label, value, options, onChange }: SegmentsProps) {
  return (
    <fieldset className={css.segments}>
      <legend className={css.legend}>{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.segment}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
