export function hasNativeEngine(): boolean;
