import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { MultiSelectField } from './multi-select-field.tsx';
import { SelectField } from './select-field.tsx';

interface Values {
  countries: string[];
  country: string | null;
}

const NAMES = { PF: 'French Polynesia', DE: 'Germany', PL: 'Poland', UA: 'Ukraine', US: 'United States' };
const OPTIONS = Object.entries(NAMES).map(([value, name]) => ({ value, label: `${name} (${value})`, aliases: [name] }));

const onSubmit = vi.fn();
let form: UseFormReturn<Values>;

function Fields() {
  form = useForm<Values>({ defaultValues: { countries: [], country: 'UA' } });
  return (
    <FormProvider {...form}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <MultiSelectField
          name="countries"
          label="Countries"
          options={OPTIONS}
          groups={[{ label: 'Tier 1', values: ['DE', 'US'] }]}
        />
        <SelectField name="country" label="Country" options={OPTIONS} searchable />
        <button type="submit">Send</button>
      </form>
    </FormProvider>
  );
}

async function open(label: string) {
  await renderAt(<Fields />, { language: 'en' });
  const user = userEvent.setup({ delay: null });
  const field = screen.getByRole('combobox', { name: label });
  await user.click(field);
  return { user, field };
}

beforeEach(() => onSubmit.mockReset());

const chosen = () => form.getValues('countries');

describe('multi-select field', () => {
  it('chooses the best match on Enter and never submits the form', async () => {
    const { user, field } = await open('Countries');
    await user.type(field, 'pol');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Poland (PL)',
      'French Polynesia (PF)',
    ]);
    await user.keyboard('{Enter}');
    expect(chosen()).toEqual(['PL']);
    expect(field).toHaveValue('');
    await user.keyboard('{Enter}{Enter}');
    await user.type(field, 'nowhere{Enter}');
    expect(chosen()).toEqual(['PL']);
    await user.clear(field);
    await user.type(field, 'ua{Enter}');
    expect(chosen()).toEqual(['PL', 'UA']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('highlights the option that Enter would choose', async () => {
    const { user, field } = await open('Countries');
    await user.type(field, 'po');
    await waitFor(() =>
      expect(screen.getByRole('option', { name: 'Poland (PL)' })).toHaveAttribute('data-combobox-selected'),
    );
  });

  it('chooses the option highlighted with the arrows on Enter', async () => {
    const { user, field } = await open('Countries');
    await user.type(field, 'pol');
    await waitFor(() =>
      expect(screen.getByRole('option', { name: 'Poland (PL)' })).toHaveAttribute('data-combobox-selected'),
    );
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen()).toEqual(['PF']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('adds a pasted list and names unknown entries', async () => {
    const { user, field } = await open('Countries');
    await user.paste('ua, Poland\nXX; DE, Narnia');
    expect(chosen()).toEqual(['UA', 'PL', 'DE']);
    expect(screen.getByText('Not recognized: XX, Narnia')).toBeVisible();
    expect(field).toHaveValue('');
    await user.type(field, 'u');
    expect(screen.queryByText(/Not recognized/)).not.toBeInTheDocument();
  });

  it('adds a typed list on Enter and searches for a single pasted name', async () => {
    const { user, field } = await open('Countries');
    await user.type(field, 'ua, pl{Enter}');
    expect(chosen()).toEqual(['UA', 'PL']);
    await user.paste('United States');
    expect(field).toHaveValue('United States');
    await user.keyboard('{Enter}');
    expect(chosen()).toEqual(['UA', 'PL', 'US']);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('adds a group to the selected options', async () => {
    const { user } = await open('Countries');
    await user.paste('UA, DE');
    await user.click(screen.getByRole('button', { name: 'Add Tier 1' }));
    expect(chosen()).toEqual(['UA', 'DE', 'US']);
  });

  it('does not cover its error with options when it gets the focus', async () => {
    await renderAt(<Fields />, { language: 'en' });
    await userEvent.setup({ delay: null }).tab();
    expect(screen.getByRole('combobox', { name: 'Countries' })).toHaveFocus();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });
});

describe('single-select field', () => {
  it('chooses the best match on Enter, shows its name and closes', async () => {
    const { user, field } = await open('Country');
    await user.clear(field);
    await user.type(field, 'pol{Enter}');
    expect(form.getValues('country')).toBe('PL');
    expect(field).toHaveValue('Poland (PL)');
    await waitFor(() => expect(field).toHaveAttribute('aria-expanded', 'false'));
    await user.keyboard('{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows the name again when the same option is chosen', async () => {
    const { user, field } = await open('Country');
    await user.clear(field);
    await user.type(field, 'ukr{Enter}');
    expect(form.getValues('country')).toBe('UA');
    expect(field).toHaveValue('Ukraine (UA)');
  });
});
