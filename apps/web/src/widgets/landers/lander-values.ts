import { type Lander, LanderBody } from '@poklik/contract/landers';

const NAMES = Object.keys(LanderBody.shape) as (keyof LanderBody)[];

/** The form's values of a lander, or of a new one. */
export function toBody(lander: Lander | null): LanderBody {
  if (!lander)
    return { ...LanderBody.parse({ name: 'Any', url: 'https://any.example/' }), name: '', url: '', check: '30m' };
  return Object.fromEntries(NAMES.map((name) => [name, lander[name]])) as LanderBody;
}
