import type { Booking } from '@remis/domain/booking/booking'
import { canRead, canWrite } from '@remis/domain/chat/chat-window'
import type { ChatSource } from '@remis/domain/chat/quick-replies'
import { AppError } from '@remis/domain/messages/app-error'
import { sql, type Kysely } from 'kysely'
import { findBookingWithClock, type BookingAt } from '../booking/booking-rows.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Person } from '../platform/http/use-case.ts'

/** The chat of a booking for one of its two people. */
export interface OwnChat {
  readonly booking: string
  readonly rider: string
  readonly driver: string
  /** the side of this person */
  readonly source: ChatSource
  readonly other: string
  readonly mayWrite: boolean
  readonly mayRead: boolean
}

type Member = Pick<Person, 'id' | 'role'>

/** Each side requires the role that the person had in the booking [design/access-92]. */
const sideOf = ({ customer, driver }: Booking, { id, role }: Member): ChatSource | undefined =>
  role === 'rider' && id === customer ? 'rider' : role === 'driver' && id === driver ? 'driver' : undefined

const chatOf = ({ booking, now }: BookingAt, who: Member): OwnChat | undefined => {
  if (booking === null || booking.driver === null) return undefined
  const { id, customer: rider, driver } = booking
  const source = sideOf(booking, who)
  if (source === undefined) return undefined
  return {
    booking: id,
    rider,
    driver,
    source,
    other: source === 'rider' ? driver : rider,
    mayWrite: canWrite(booking, now),
    mayRead: canRead(booking, now),
  }
}

/** The booking's chat as this person has it now, by the clock of the database; undefined for a stranger. */
export const findOwnChat = async (db: Kysely<Tables>, booking: string, who: Member): Promise<OwnChat | undefined> =>
  chatOf(await findBookingWithClock(db, booking), who)

/** As `findOwnChat`; 404 `chat_not_found` for a rider without a driver, `not_found` for a stranger [notices-11]. */
export const requireOwnChat = async (db: Kysely<Tables>, id: string, who: Member): Promise<OwnChat> => {
  const { booking, now } = await findBookingWithClock(db, id)
  const chat = chatOf({ booking, now }, who)
  if (chat === undefined) {
    const isRider = booking !== null && sideOf(booking, who) === 'rider'
    throw new AppError(404, isRider ? 'chat_not_found' : 'not_found')
  }
  return chat
}

export const revealAction = 'chat.reveal'

/** Whether the admin has given a reason to read this chat within the last minutes [design/chat-9]. */
export const hasRevealed = async (
  db: Kysely<Tables>,
  { admin, booking, minutes }: { readonly admin: string; readonly booking: string; readonly minutes: number },
): Promise<boolean> => {
  const { rows } = await sql`select 1 from audit_log where actor_id = ${admin} and action = ${revealAction}
    and subject = ${`booking:${booking}`} and at > clock_timestamp() - ${minutes} * interval '1 minute' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
