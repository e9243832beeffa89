import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { call } from '../../platform/api/call.ts'
import { liveUser, onOnline, sendFixes } from '../../platform/live/live.ts'
import { keptStore } from '../../platform/sending/kept-store.ts'
import { requireOwnSession } from '../../platform/sending/own-requests.ts'
import type { Reading } from './position-queue.ts'
import { makePositionSender, type PositionSender } from './position-sender.ts'

const senders = new Map<string, PositionSender>()

/**
 * One sender per driver for the lifetime of the page. Unsent positions stay in storage for the driver's next session,
 * and are there before the live link is.
 */
const senderOf = (driver: string): PositionSender => {
  const held = senders.get(driver)
  if (held !== undefined) return held
  const made = makePositionSender(`remis.positions.${driver}`, {
    bySocket: async (fixes) => {
      requireOwnSession(driver)
      return sendFixes(fixes)
    },
    byHttp: async (fixes) => {
      requireOwnSession(driver)
      return call(trackingCalls.send, { body: { fixes } }, { within: 15_000 })
    },
    store: keptStore(),
    after: (ms, run) => setTimeout(run, ms),
  })
  senders.set(driver, made)
  return made
}

const current = (): PositionSender | undefined => senders.get(liveUser() ?? '')

onOnline(() => current()?.retryNow())

/** Starts with what the server has (`lastFixSeq` of the day); readings before that wait. */
export const beginPositions = (driver: string, lastFixSeq: number): void => senderOf(driver).begin(lastFixSeq)
export const sendPosition = (reading: Reading): void => current()?.add(reading)
export const unsentPositions = (driver: string) => senderOf(driver).unsent()
export const arePositionsRefused = (driver: string): boolean => senderOf(driver).refused()
