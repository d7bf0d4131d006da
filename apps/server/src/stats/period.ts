/**
 * A period in seconds since 1970, with exclusive end. Rollups are by quarter-hour, so the bounds should be multiples of
 * one.
 */
export interface Period {
  from: number;
  until: number;
}
