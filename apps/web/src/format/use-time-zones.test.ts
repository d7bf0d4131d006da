import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { timeZones } from './time-zones.ts';
import { useTimeZones } from './use-time-zones.ts';

it('has the zone in use at once and all others a little later, also when it is not known', async () => {
  const { result, rerender } = renderHook(({ kept }) => useTimeZones(kept), { initialProps: { kept: 'Europe/Kyiv' } });
  expect(result.current).toHaveLength(1);
  expect(result.current[0]?.label).toMatch(/^Europe\/Kyiv, UTC\+0[23]:00$/);
  await waitFor(() => expect(result.current).toHaveLength(timeZones().length));
  expect(result.current.map(({ value }) => value)).toEqual(timeZones());
  rerender({ kept: 'Mars/Olympus' });
  expect(result.current[0]).toEqual({ value: 'Mars/Olympus', label: 'Mars/Olympus' });
});
