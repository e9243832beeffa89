import type { DriverDay } from '@remis/domain/dispatch/dispatch-api'

/** ms */
const usual = 60_000
const [soon, soonFor, later] = [1500, 15_000, 15_000]

/**
 * How often the day of a driver is read [design/web-161]: often right after going online, since the hint about the
 * missing position must go soon, and rarely while the phone finds no position. `now`: a clock in ms.
 */
export const makeDayPace = (now: () => number) => {
  let since: number | null = null
  return {
    /** From one reading to the next, ms. */
    interval(hint: DriverDay['hint'] | undefined): number {
      if (hint !== 'no-position') {
        since = null
        return usual
      }
      since ??= now()
      return now() - since < soonFor ? soon : later
    },
    /** The phone has found its position. */
    begin(): void {
      since = null
    },
  }
}
