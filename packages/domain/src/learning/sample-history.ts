interface Epoch {
  /** When its weights began to hold, in milliseconds. */
  at: number;
  /** Shares by identity of the destination; null when the owner's weights hold. */
  shares: Readonly<Record<string, number>> | null;
}

interface Sample {
  at: number;
  shares: Epoch['shares'];
}

/** The weights that held at evenly spaced moments, the last one now. */
export function sampleHistory(epochs: readonly Epoch[], now: number, samplesMax: number): Sample[] {
  const [first] = epochs;
  if (!first) return [];
  const steps = Math.max(1, samplesMax - 1);
  const span = Math.max(0, now - first.at);
  return Array.from({ length: samplesMax }, (_, place) => {
    const at = first.at + (span * place) / steps;
    return { at, shares: epochs.findLast((epoch) => epoch.at <= at)?.shares ?? null };
  });
}
