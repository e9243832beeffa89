import { bookingsApi } from '@remis/domain/booking/booking-api'
import { fileUrl, type BookingPhotoKind } from '@remis/domain/files/file-kinds'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { sql } from 'kysely'
import { makeAct, type Act } from '../../api-client.ts'
import { ofCall } from '../call-stories.ts'
import type { CrashCity, Ride } from '../crash-city.ts'
import { counting, locked, type Story } from '../story.ts'
import { readPicture, sendPicture } from './send-picture.ts'

/** A move of a delivery that uses a photo. */
interface PhotoMove {
  readonly kind: BookingPhotoKind
  readonly from: 'ARRIVED' | 'STARTED'
  readonly endpoint: Endpoint
  readonly points: readonly string[]
  readonly bodyOf: (city: CrashCity, ride: Ride) => Promise<object>
}

const moves: readonly PhotoMove[] = [
  {
    kind: 'pickup_image',
    from: 'ARRIVED',
    endpoint: bookingsApi.start,
    points: locked('start'),
    bodyOf: async (city, { rider, id }) => ({ otp: (await city.view(rider, id)).otp ?? '' }),
  },
  {
    kind: 'deliver_image',
    from: 'STARTED',
    endpoint: bookingsApi.reach,
    points: ['reach.matched', ...locked('reach')],
    bodyOf: () => Promise.resolve({}),
  },
]

/** A booking with a code for the receiver is a delivery. */
const delivery = async (city: CrashCity, from: PhotoMove['from']): Promise<Ride> => {
  const ride = await city.ride(from)
  await sql`update bookings set delivery_code = '4711' where id = ${ride.id}`.execute(city.db.request)
  return ride
}

const photosPath = 'POST /api/bookings/:id/photos'

/** Counts the pictures of this kind that the booking refers to, or all of them. */
const picturesOf = (city: CrashCity, id: string, kind: BookingPhotoKind) => {
  const used = sql`f.loose_since is null and ${sql.ref(`b.${kind}`)} = ${fileUrl('')}::text || f.id`
  const files = sql`from files f join bookings b on b.id = f.booking_id where b.id = ${id} and f.kind = ${kind}`
  return {
    used: counting(city, sql`select count(*) filter (where ${used})::int as count ${files}`),
    all: counting(city, sql`select count(*)::int as count ${files}`),
  }
}

/**
 * An upload has no key: the phone that got no answer sends its photo again, and the move uses that one. A photo that
 * was stored before the crash stays loose, and a sweep deletes it.
 */
const uploadOf = ({ kind, from, endpoint, bodyOf }: PhotoMove): Story => ({
  name: `${photosPath}?name=${kind}`,
  points: ['files.stored', `${photosPath}.written`, `${photosPath}.committed`],
  passes: [`${photosPath}.begun`],
  prepare: async (city) => {
    const ride = await delivery(city, from)
    const body = await bodyOf(city, ride)
    const { used, all } = picturesOf(city, ride.id, kind)
    const upload = () => sendPicture(city, ride.driver, `/api/bookings/${ride.id}/photos?name=${kind}`)
    let act: Act | undefined
    return {
      go: upload,
      again: async () => {
        if (act === undefined) {
          const photo = await upload()
          act = makeAct(endpoint, { params: { id: ride.id }, body: { ...body, photo } } as never)
        }
        const reply = await ride.driver.make(act)
        const { booking } = reply as { booking: { pickup_image?: string | null; deliver_image?: string | null } }
        await readPicture(city, ride.rider, booking[kind as 'pickup_image'] ?? '')
        return reply
      },
      happened: async () => (await used()) || all(),
    }
  },
})

/** The move refers to the photo in its transaction, so both happen or neither. */
const moveOf = ({ kind, from, endpoint, points, bodyOf }: PhotoMove): Story => ({
  ...ofCall({
    endpoint,
    points,
    prepare: async (city) => {
      const ride = await delivery(city, from)
      const photo = await sendPicture(city, ride.driver, `/api/bookings/${ride.id}/photos?name=${kind}`)
      const body = { ...(await bodyOf(city, ride)), photo }
      return {
        client: ride.driver,
        act: makeAct(endpoint, { params: { id: ride.id }, body } as never),
        happened: picturesOf(city, ride.id, kind).used,
      }
    },
  }),
  name: `${endpoint.method} ${endpoint.path} with ${kind}`,
})

const documentStory: Story = {
  name: 'POST /api/files',
  points: ['files.stored'],
  prepare: async (city) => {
    const driver = await city.person('driver')
    const happened = counting(city, sql`select count(*)::int as count from files where owner_id = ${driver.id}`)
    const upload = async () => {
      await sendPicture(city, driver, '/api/files?kind=driverDocument')
      return 'stored'
    }
    return { go: upload, again: async () => ((await happened()) === 0 ? upload() : 'stored'), happened }
  },
}

/**
 * Uploads, and the moves that use them: after a crash bytes may lack a row, which a sweep deletes, and never the
 * reverse.
 */
export const pictureStories: readonly Story[] = [documentStory, ...moves.map(uploadOf), ...moves.map(moveOf)]
