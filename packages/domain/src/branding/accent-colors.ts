const CONTRAST_MIN = 4.5;
const WHITE = '#ffffff';
const BLACK = '#000000';
/** Surface and text of the dark theme. */
const DARK_SURFACE = '#131b1e';
const DARK_TEXT = '#011219';

export type AccentColors = Record<
  'solid' | 'solid-hover' | 'solid-active' | 'on-solid' | 'text' | 'subtle' | 'border',
  string
>;

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colors as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of the first color, the rest of the second. */
function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((value, place) => Math.round(value * share + (others[place] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The first shade on the way to `goal` that passes. */
function shadeUntil(color: string, goal: string, passes: (shade: string) => boolean): string {
  for (let share = 100; share > 0; share -= 1) {
    const shade = mix(color, goal, share / 100);
    if (passes(shade)) return shade;
  }
  return goal;
}

/** Whether white text is readable on the color, and the color on white. */
export const isReadableAccent = (color: string): boolean => contrastOf(color, WHITE) >= CONTRAST_MIN;

/** The color itself, or its nearest darker shade that is readable. */
export const nearestReadableAccent = (color: string): string => shadeUntil(color, BLACK, isReadableAccent);

/** Every token of the accent in both themes, each readable where it is used. */
export function accentColors(color: string): { light: AccentColors; dark: AccentColors } {
  const subtle = mix(color, WHITE, 0.12);
  const darkSubtle = mix(color, DARK_SURFACE, 0.22);
  const active = shadeUntil(color, WHITE, (shade) => contrastOf(shade, DARK_TEXT) >= 6);
  return {
    light: {
      solid: color,
      'solid-hover': mix(color, BLACK, 0.88),
      'solid-active': mix(color, BLACK, 0.76),
      'on-solid': WHITE,
      text: shadeUntil(color, BLACK, (shade) => contrastOf(shade, subtle) >= 5),
      subtle,
      border: mix(color, WHITE, 0.45),
    },
    dark: {
      solid: mix(active, WHITE, 0.9),
      'solid-hover': mix(active, WHITE, 0.78),
      'solid-active': active,
      'on-solid': DARK_TEXT,
      text: shadeUntil(color, WHITE, (shade) => contrastOf(shade, darkSubtle) >= 6),
      subtle: darkSubtle,
      border: mix(color, DARK_SURFACE, 0.55),
    },
  };
}
