import type { filesApi } from '@remis/domain/files/files-api'
import type { FileReply } from '@remis/domain/kit/schema'
import { AppError } from '@remis/domain/messages/app-error'
import { chatPhotoKind } from '@remis/domain/files/file-kinds'
import { hidesRider } from '@remis/domain/privacy/rider-after-trip'
import type { Relationships } from '@remis/domain/kit/endpoint'
import { isDemo } from '../backoffice/settings/settings-cache.ts'
import { findBookingWithClock, type BookingAt } from '../booking/booking-rows.ts'
import { mayView } from '../booking/read/view-booking.ts'
import { findOwnChat, hasRevealed } from '../chat/chat-access.ts'
import type { FindRelationships } from '../platform/http/check-relation.ts'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { findAnyPerson } from '../people/find-person.ts'
import { limits } from '../platform/runtime/limits.ts'
import { findFile, haveMet } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

/**
 * The readers of a file. A picture of a delivery: the parties of the booking. Any other: its owner, admins, the owner's
 * fleet admin; a picture of a person also the other side of a booking [design/files-6].
 */
export const fileRelations: FindRelationships<'file'> = async (db, { id, who }) => {
  const file = await findFile(db, id)
  if (file === undefined) return []
  if (file.kind === chatPhotoKind) return chatPhotoRelations(db, file, who)
  if (file.booking_id !== null) return photoRelations(await findBookingWithClock(db, file.booking_id), who)
  if (file.owner_id === who.id) return ['owner']
  if (who.role === 'admin') return ['admin']
  if (file.owner_id === null) return []
  if (who.role === 'fleetadmin') {
    const owner = await findAnyPerson(db, file.owner_id)
    return owner?.role === 'driver' && owner.fleetadmin === who.id && !owner.deleted ? ['fleet'] : []
  }
  return file.kind === 'profileImage' && (await haveMet(db, who, file.owner_id)) ? ['met'] : []
}

/**
 * A picture of a delivery is read by the booking's rider, driver, fleet admin and admins; from a day after
 * its end driver and fleet admin can no longer read it, like the booking's addresses [design/access-90].
 */
const photoRelations = ({ booking, now }: BookingAt, who: Pick<Person, 'id' | 'role'>): Relationships['file'][] => {
  if (booking === null || hidesRider(booking, who.role, now) || !mayView(booking, who)) return []
  return [({ admin: 'admin', fleetadmin: 'fleet', rider: 'owner', driver: 'met' } as const)[who.role]]
}

/**
 * A photo of a chat is read by its two people while the chat is shown, the sender also before it is sent; by an admin
 * for some minutes after a reason was given; by no one else [design/chat-9].
 */
const chatPhotoRelations = async (
  db: Parameters<FindRelationships<'file'>>[0],
  { owner_id, booking_id }: { readonly owner_id: string | null; readonly booking_id: string | null },
  who: Pick<Person, 'id' | 'role'>,
): Promise<Relationships['file'][]> => {
  const booking = booking_id ?? ''
  if (who.role === 'admin')
    return (await hasRevealed(db, { admin: who.id, booking, minutes: limits.chat.revealMinutes })) ? ['admin'] : []
  const chat = await findOwnChat(db, booking, who)
  if (chat === undefined || !chat.mayRead) return []
  return owner_id === who.id ? ['owner'] : ['met']
}

/** In demo mode the office gets no licence, document or parcel picture: they show contacts [design/access-12]. */
export const readFile: UseCase<FilesDeps, typeof filesApi.read> = async (app, { params, who }) => {
  const file = await findFile(app.db.request, params.id)
  if (file === undefined) throw new AppError(404, 'not_found')
  const office = who.role === 'admin' || who.role === 'fleetadmin'
  const shown = file.kind === 'profileImage' || file.kind === 'carTypeImage' || file.owner_id === who.id
  if (office && !shown && (await isDemo(app))) throw new AppError(403, 'demo_mode')
  return contentOf(app, file)
}

/** The pictures of car types are public [design/catalogue-12]; any other file is not found here. */
export const readCarTypePicture: UseCase<FilesDeps, typeof filesApi.carTypePicture> = async (app, { query }) => {
  const file = await findFile(app.db.request, query.id)
  if (file?.kind !== 'carTypeImage') throw new AppError(404, 'not_found')
  return contentOf(app, file)
}

const contentOf = async (
  app: FilesDeps,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<FileReply> => {
  const content = await app.storage.read(name)
  if (content === undefined) {
    app.log.error({ file: id }, 'the bytes of a file are missing')
    throw new AppError(404, 'not_found')
  }
  return { name: `${id}.jpg`, type: 'image/jpeg', content }
}
