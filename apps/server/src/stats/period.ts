/**
 * A stretch of time in whole seconds since 1970, without its end. Figures are by the quarter of an hour, which is where
 * the days of every time zone begin: bounds are meant to lie on one.
 */
export interface Period {
  from: number;
  until: number;
}
