import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { timeZones } from './time-zones.ts';

/** The zones are worked out once for all screens, and those of other tests may have done it. */
const OF_ITS_OWN = './use-time-zones.ts?own';

it('has the zone in use at once and all others a little later, also when it is not known', async () => {
  const { useTimeZones } = (await import(OF_ITS_OWN)) as typeof import('./use-time-zones.ts');
  const { result, rerender } = renderHook(({ kept }) => useTimeZones(kept), { initialProps: { kept: 'Europe/Kyiv' } });
  expect(result.current).toHaveLength(1);
  expect(result.current[0]?.label).toMatch(/^Europe\/Kyiv, UTC\+0[23]:00$/);
  await waitFor(() => expect(result.current).toHaveLength(timeZones().length));
  expect(result.current.map(({ value }) => value)).toEqual(timeZones());
  rerender({ kept: 'Mars/Olympus' });
  expect(result.current[0]).toEqual({ value: 'Mars/Olympus', label: 'Mars/Olympus' });
});
