import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { call } from '../../platform/api/call.ts'
import { liveUser, onOnline, sendFixes } from '../../platform/live/live.ts'
import { requireOwnSession } from '../../platform/sending/own-requests.ts'
import type { Reading } from './position-queue.ts'
import { makePositionSender, type PositionSender } from './position-sender.ts'

let sender: { readonly user: string | null; readonly positions: PositionSender } | null = null

/** Unsent positions stay in storage for the driver's next session. */
const senderOf = (user: string | null): PositionSender => {
  if (sender?.user !== user) {
    const positions = makePositionSender(`remis.positions.${user}`, {
      bySocket: sendFixes,
      byHttp: async (fixes) => {
        if (user !== null) requireOwnSession(user)
        return call(trackingCalls.send, { body: { fixes } })
      },
      store: window.localStorage,
      after: (ms, run) => setTimeout(run, ms),
    })
    sender = { user, positions }
  }
  return sender!.positions
}

const current = (): PositionSender | null => (sender?.user === liveUser() ? (sender?.positions ?? null) : null)

onOnline(() => current()?.poke())

/** Starts with what the server has (`lastFixSeq` of the day); readings before that wait. */
export const beginPositions = (lastFixSeq: number): void => senderOf(liveUser()).begin(lastFixSeq)
export const sendPosition = (reading: Reading): void => current()?.add(reading)
export const unsentPositions = () => current()?.unsent() ?? []
