/** Time spent in a step, over the clicks that were timed. */
export interface StepTiming<Name extends string = string> {
  step: Name;
  samples: number;
  nanoseconds: number;
}

export interface StepTimings<Name extends string> {
  /** By the index of the step. */
  add(index: number, ms: number): void;
  list(): StepTiming<Name>[];
}

/** Sums in typed arrays, so that adding to them allocates nothing. */
export function createStepTimings<Name extends string>(steps: readonly Name[]): StepTimings<Name> {
  const samples = new Float64Array(steps.length);
  const sums = new Float64Array(steps.length);
  return {
    add(index, ms) {
      samples[index] = (samples[index] ?? 0) + 1;
      sums[index] = (sums[index] ?? 0) + ms;
    },
    list: () =>
      steps.map((step, index) => ({
        step,
        samples: samples[index] ?? 0,
        nanoseconds: Math.round((sums[index] ?? 0) * 1e6),
      })),
  };
}
