import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { call } from '../../platform/api/call.ts'
import { liveUser, onOnline, sendFixes } from '../../platform/live/live.ts'
import { keptStore } from '../../platform/sending/kept-store.ts'
import { after, perPerson, requireOwnSession } from '../../platform/sending/own-requests.ts'
import type { Reading } from './position-queue.ts'
import { makePositionSender, type PositionSender } from './position-sender.ts'

/**
 * One sender per driver for the lifetime of the page. Unsent positions stay in storage for the driver's next session,
 * and are there before the live link is.
 */
const senders = perPerson<PositionSender>((driver) =>
  makePositionSender(`remis.positions.${driver}`, {
    bySocket: async (fixes) => {
      requireOwnSession(driver)
      return sendFixes(fixes)
    },
    byHttp: async (fixes) => {
      requireOwnSession(driver)
      return call(trackingCalls.send, { body: { fixes } }, { within: 15_000 })
    },
    store: keptStore(),
    after,
  }),
)

const current = (): PositionSender | undefined => senders.held(liveUser() ?? '')

onOnline(() => current()?.retryNow())

/** Starts with what the server has (`lastFixSeq` of the day); readings before that wait. */
export const beginPositions = (driver: string, lastFixSeq: number): void => senders.of(driver).begin(lastFixSeq)
export const sendPosition = (reading: Reading): void => current()?.add(reading)
export const unsentPositions = (driver: string) => senders.of(driver).unsent()
export const arePositionsRefused = (driver: string): boolean => senders.of(driver).refused()
