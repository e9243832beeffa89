import { AppError } from '@remis/domain/messages/app-error'
import { bookingId } from '@remis/domain/kit/schema'
import { followRoomsOf, mostFollowed, room } from '@remis/domain/live/live-events'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import type { OnMessage } from './live-messages.ts'

const shown = z.strictObject({ bookingIds: z.array(bookingId).max(mostFollowed) })

/**
 * The link follows these bookings and no others. Each room is a part of one that the session gives, and a position is
 * sent to the parts of those who may see its booking at that moment: naming a booking gives no access to it
 * [design/live-73].
 */
export const followBookings = (socket: Pick<Socket, 'join' | 'leave'>): OnMessage => {
  let followed = new Set<string>()
  return async (who, payload) => {
    const read = shown.safeParse(payload)
    if (!read.success) throw new AppError(400, 'invalid_input')
    const next = new Set(
      followRoomsOf(who).flatMap((name) => read.data.bookingIds.map((booking) => room.following(name, booking))),
    )
    // With the adapter in memory this is done when it returns.
    for (const name of followed) if (!next.has(name)) void socket.leave(name)
    void socket.join([...next])
    followed = next
    return {}
  }
}
