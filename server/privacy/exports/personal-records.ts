import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { Role } from '@remis/domain/kit/endpoint'
import { noticeParamsShown } from '@remis/domain/privacy/rider-after-trip'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import { sql, type Kysely } from 'kysely'
import { allBookingsOf } from '../../booking/read/list-bookings.ts'
import { wholeHistoryOf } from '../../wallet/read-history.ts'
import { readAllPages, type ListTable } from '../../platform/database/list-page.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'

/** The picture of a file in the ZIP. */
export const pictureName = (file: string): string => `pictures/${file}.jpg`

/** Times in ms, amounts in major units, as in the API. */
export type PersonalRow = object

/** A part of an export: one JSON file, and one table of the readable page. */
export interface Part {
  readonly name: PartName
  /**
   * the columns of the readable page, each with the kind of its values; `status`, `type`, `event` and `document` have
   * texts
   */
  readonly columns: Readonly<Record<string, 'text' | 'time' | 'money' | 'status' | 'type' | 'event' | 'document'>>
  readonly pages: () => AsyncIterable<readonly PersonalRow[]>
}

export const partNames = [
  'account',
  'bookings',
  'wallet',
  'withdrawals',
  'payments',
  'places',
  'ratings_given',
  'ratings_received',
  'notices',
  'messages',
  'sessions',
  'security',
  'documents',
  'safety',
] as const
export type PartName = (typeof partNames)[number]

const rowsAtOnce = 200

async function* one(rows: Promise<readonly PersonalRow[]>): AsyncGenerator<readonly PersonalRow[]> {
  yield await rows
}

/** What the person has of a role, the present or a former one. */
const findHeld = (db: Kysely<Tables>, id: string) =>
  db
    .selectNoFrom([
      sql<boolean>`exists (select from bookings where customer = ${id})
        or exists (select from bookings where driver = ${id})`.as('bookings'),
      sql<boolean>`exists (select from driver_documents where driver_id = ${id})`.as('documents'),
      sql<boolean>`exists (select from safety_alerts where user_id = ${id} and kind <> 'unanswered')`.as('alerts'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Everything that is kept about a person, as this person may see it: bookings by the view of rider or driver, so that
 * other people are named only where the app names them, those of a former role too [design/privacy-32]
 * [design/privacy-38]. Lists that grow are read page by page.
 */
export const personalRecords = async (
  app: PrivacyDeps,
  { id, role, code }: { readonly id: string; readonly role: Role; readonly code: string },
): Promise<readonly Part[]> => {
  const { lists } = app.db
  const held = await findHeld(lists, id)
  const rides = role === 'rider' || role === 'driver'
  const major = (minor: number, currency = code) => toMajor(minor, exponentOf(currency))
  const byTime = <Sort extends string>(key: ListTable<'newest'>['id'], at: Sort): ListTable<'newest'> => ({
    id: key,
    sorts: { newest: { by: sql.ref(at), kind: 'time' } },
    usual: { sort: 'newest', direction: 'desc' },
  })
  const uuidKey = { by: sql.ref('id'), kind: 'uuid' } as const

  const account = async () => {
    const row = await lists
      .selectFrom('users')
      .leftJoin('car_types', 'car_types.id', 'users.car_type_id')
      .leftJoin('wallets', 'wallets.user_id', 'users.id')
      .leftJoin('driver_applications as sent', 'sent.driver_id', 'users.id')
      .selectAll('users')
      .select(['car_types.name as car_type', 'wallets.balance'])
      .select(['sent.state as sent_state', 'sent.sent_at', 'sent.decided_at', 'sent.reason as refusal', 'sent.appeal'])
      .where('users.id', '=', id)
      .executeTakeFirstOrThrow()
    return [
      {
        id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        mobile: row.mobile,
        usertype: row.usertype,
        referralId: row.referral_id,
        loginType: row.login_type,
        createdAt: row.created_at,
        emailVerifiedAt: row.email_verified_at,
        mobileVerifiedAt: row.mobile_verified_at,
        language: row.language,
        mutedNotices: row.muted_notices,
        profile_image: row.profile_image,
        walletBalance: major(row.balance ?? 0),
        rating: row.rating_average,
        carType: row.car_type,
        vehicleMake: row.vehicle_make,
        vehicleModel: row.vehicle_model,
        vehicleNumber: row.vehicle_number,
        otherInfo: row.other_info,
        licenseImage: row.license_image,
        application: row.sent_state && {
          state: row.sent_state,
          sentAt: row.sent_at,
          decidedAt: row.decided_at,
          reason: row.refusal,
          appeal: row.appeal,
        },
        bankName: row.bank_name,
        bankCode: row.bank_code,
        bankAccount: maskedAccount(row.bank_account),
      },
    ]
  }

  async function* notices(): AsyncGenerator<readonly PersonalRow[]> {
    const base = lists
      .selectFrom('notices')
      .select(['id', 'message', 'params', 'booking_id', 'created_at'])
      .where('user_id', '=', id)
    const now = await nowMs(lists)
    for await (const rows of readAllPages(byTime(uuidKey, 'created_at'), base, {}, rowsAtOnce))
      yield rows.map((row) => ({
        at: row.created_at,
        message: row.message,
        params: noticeParamsShown(row.params, role, now - row.created_at),
        bookingId: row.booking_id,
      }))
  }

  /** Only messages that the person wrote. */
  async function* messages(): AsyncGenerator<readonly PersonalRow[]> {
    const base = lists
      .selectFrom('chat_messages as m')
      .innerJoin('chat_sides as s', (join) =>
        join.onRef('s.booking_id', '=', 'm.booking_id').onRef('s.source', '=', 'm.source'),
      )
      .select(['m.booking_id', 'm.type', 'm.message', 'm.file_id', 'm.sent_at'])
      .where('s.user_id', '=', id)
    const key = { by: sql.ref('m.client_id'), kind: 'uuid' } as const
    for await (const rows of readAllPages(byTime(key, 'm.sent_at'), base, {}, rowsAtOnce))
      yield rows.map((row) => ({
        at: row.sent_at,
        bookingId: row.booking_id,
        type: row.type,
        message: row.message,
        picture: row.file_id === null ? null : pictureName(row.file_id),
      }))
  }

  const withdrawals = async () =>
    (await lists.selectFrom('withdrawals').selectAll().where('user_id', '=', id).orderBy('asked_at').execute()).map(
      (row) => ({
        at: row.asked_at,
        amount: major(row.amount, row.currency),
        currency: row.currency,
        bankName: row.bank_name,
        bankAccount: maskedAccount(row.bank_account),
        processedAt: row.processed_at,
        rejectedAt: row.rejected_at,
        reason: row.reason,
      }),
    )

  const payments = async () =>
    (await lists.selectFrom('payments').selectAll().where('user_id', '=', id).orderBy('created_at').execute()).map(
      (row) => ({
        at: row.created_at,
        id: row.id,
        purpose: row.purpose,
        bookingId: row.booking_id,
        provider: row.provider,
        amount: major(row.amount, row.currency),
        currency: row.currency,
        status: row.status,
        paidAt: row.paid_at,
        address: row.address,
      }),
    )

  const places = async () =>
    (await lists.selectFrom('saved_addresses').selectAll().where('user_id', '=', id).execute()).map((row) => ({
      description: row.description,
      name: row.name,
      place: row.place,
      lat: row.lat,
      lng: row.lng,
      count: row.count,
      at: row.used_at,
    }))

  /** Comments belong to their writer: the rated person sees the stars [design/access-5]. */
  const ratings = async (side: 'from_user' | 'to_user') =>
    (await lists.selectFrom('ratings').selectAll().where(side, '=', id).orderBy('at').execute()).map((row) => ({
      at: row.at,
      bookingId: row.booking_id,
      rate: row.rate,
      ...(side === 'from_user' ? { tags: row.tags, comment: row.comment } : {}),
    }))

  const sessions = async () =>
    (
      await lists
        .selectFrom('sessions')
        .leftJoin('push_tokens', 'push_tokens.session_id', 'sessions.id')
        .selectAll('sessions')
        .select('push_tokens.platform')
        .where('sessions.user_id', '=', id)
        .orderBy('sessions.created_at')
        .execute()
    ).map((row) => ({
      at: row.created_at,
      lastUsedAt: row.seen_at,
      endedAt: row.revoked_at,
      device: row.user_agent,
      address: row.address,
      // the kind of device that gets push messages; its address is a secret of the push service
      notifications: row.platform,
    }))

  const security = async () =>
    (await lists.selectFrom('security_events').selectAll().where('user_id', '=', id).orderBy('id').execute()).map(
      (row) => ({ at: row.at, kind: row.kind, device: row.user_agent, address: row.address, count: row.count }),
    )

  const documents = async () =>
    (
      await lists
        .selectFrom('driver_documents')
        .selectAll()
        .where('driver_id', '=', id)
        .orderBy('submitted_at')
        .execute()
    ).map((row) => ({
      submittedAt: row.submitted_at,
      kind: row.kind,
      state: row.state,
      expiresOn: row.expires_on,
      decidedAt: row.decided_at,
      reason: row.reason,
      picture: pictureName(row.file_id),
    }))

  const safety = async () =>
    (
      await lists
        .selectFrom('safety_alerts')
        .selectAll()
        .where('user_id', '=', id)
        .where('kind', '<>', 'unanswered')
        .orderBy('created_at')
        .execute()
    ).map((row) => ({
      at: row.pressed_at,
      receivedAt: row.created_at,
      bookingId: row.booking_id,
      lat: row.lat,
      lng: row.lng,
      accuracy: row.accuracy,
      endedAt: row.closed_at,
    }))

  async function* bookings(): AsyncGenerator<readonly PersonalRow[]> {
    for (const side of ['rider', 'driver'] as const) yield* allBookingsOf(app, { id, role: side }, rowsAtOnce)
  }

  const parts: readonly (Part | null)[] = [
    {
      name: 'account',
      columns: {
        firstName: 'text',
        lastName: 'text',
        email: 'text',
        mobile: 'text',
        referralId: 'text',
        createdAt: 'time',
        walletBalance: 'money',
        carType: 'text',
        vehicleNumber: 'text',
        bankName: 'text',
        bankAccount: 'text',
      },
      pages: () => one(account()),
    },
    rides || held.bookings
      ? {
          name: 'bookings',
          columns: {
            id: 'text',
            tripdate: 'time',
            pickup: 'text',
            drop: 'text',
            status: 'status',
            customer_name: 'text',
            driver_name: 'text',
            trip_cost: 'money',
          },
          pages: bookings,
        }
      : null,
    {
      name: 'wallet',
      columns: { date: 'time', type: 'type', amount: 'money', bookingId: 'text' },
      pages: () => wholeHistoryOf(app, id, rowsAtOnce),
    },
    {
      name: 'withdrawals',
      columns: { at: 'time', amount: 'money', bankName: 'text', bankAccount: 'text', processedAt: 'time' },
      pages: () => one(withdrawals()),
    },
    {
      name: 'payments',
      columns: { at: 'time', amount: 'money', paidAt: 'time', bookingId: 'text' },
      pages: () => one(payments()),
    },
    { name: 'places', columns: { description: 'text', at: 'time' }, pages: () => one(places()) },
    {
      name: 'ratings_given',
      columns: { at: 'time', bookingId: 'text', rate: 'text', comment: 'text' },
      pages: () => one(ratings('from_user')),
    },
    {
      name: 'ratings_received',
      columns: { at: 'time', bookingId: 'text', rate: 'text' },
      pages: () => one(ratings('to_user')),
    },
    { name: 'notices', columns: { at: 'time', message: 'text' }, pages: notices },
    { name: 'messages', columns: { at: 'time', bookingId: 'text', message: 'text' }, pages: messages },
    {
      name: 'sessions',
      columns: { at: 'time', lastUsedAt: 'time', endedAt: 'time', device: 'text', address: 'text' },
      pages: () => one(sessions()),
    },
    {
      name: 'security',
      columns: { at: 'time', kind: 'event', device: 'text', address: 'text' },
      pages: () => one(security()),
    },
    role === 'driver' || held.documents
      ? {
          name: 'documents',
          columns: {
            submittedAt: 'time',
            kind: 'document',
            state: 'document',
            expiresOn: 'text',
            reason: 'text',
            picture: 'text',
          },
          pages: () => one(documents()),
        }
      : null,
    rides || held.alerts
      ? {
          name: 'safety',
          columns: { at: 'time', bookingId: 'text', endedAt: 'time' },
          pages: () => one(safety()),
        }
      : null,
  ]
  return parts.filter((part) => part !== null)
}
