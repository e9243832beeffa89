import type { WaitingKind } from '@remis/domain/live/live-events'
import { makeReader, onLive, refetchAfterReset } from './live.ts'

/** The counts of the drawer and the lists behind them are reloaded at most once in this time, ms. */
export const restMs = 2000

/** Reads a list of the office again when what waits in it changes [design/web-173]. */
export const followWaiting = (key: readonly string[], ...kinds: readonly WaitingKind[]): void => {
  const readSoon = makeReader(key, restMs)
  onLive('office', (_, subject) => {
    if (kinds.some((kind) => kind === subject)) readSoon()
  })
  refetchAfterReset(key)
}
