import { sql, type Kysely } from 'kysely'
import type { Tables } from '@remis/server/platform/database/schema'

const camel = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Fields of entities that are not columns, and keys of object internals. */
const spec =
  `usertype approved walletBalance fleetadmin driver_share convenience_fees status otp queue driverActiveStatus
  ratings referralId signupViaReferral createdByAdmin loginType pushToken location walletHistory notifications savedAddresses
  customer driver carType trip_cost customer_paid estimate paymentPacket discount_amount cashPaymentAmount
  cardPaymentAmount usedWalletMoney payableAmount prepaid promo_applied requestedDrivers booking_type_admin settings fare
  fee pickup drop coords tripdate bookLater bookingDate licenseImage bankName bankCode bankAccount processed procesDate uid
  usage user_avail isAdmin role roles admin password lat lng add heading speed accuracy constructor prototype`.split(
    /\s+/,
  )

/** Every column of every table as an extra key, in both spellings, with a recognisable value. */
export const extraKeys = async (db: Kysely<Tables>): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ name: string; type: string }>`
    select distinct column_name as name, min(data_type) as type from information_schema.columns
    where table_schema = 'public' group by 1`.execute(db)
  const values: Record<string, unknown> = { boolean: true, integer: 7, bigint: 7, 'double precision': 7 }
  const columns = rows.flatMap(({ name, type }) => {
    const value = values[type] ?? 'admin'
    return [name, camel(name)].map((key): [string, unknown] => [key, value])
  })
  return Object.fromEntries([...spec.map((key): [string, unknown] => [key, 'admin']), ...columns])
}

type Body = Record<string, unknown>

/** The places of a body where keys can be added: the body itself and every object in it. */
export const placesOf = (body: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (typeof body !== 'object' || body === null) return []
  const inner = Object.entries(body).flatMap(([key, value]) => placesOf(value, [...path, key]))
  return Array.isArray(body) ? inner : [path, ...inner]
}

/** The body with more keys at this place, its own kept. `__proto__` is sent as text, as an attacker would. */
export const withKeys = (body: unknown, path: readonly string[], extra: Body): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return { ...extra, ...(body as Body) }
  if (Array.isArray(body))
    return body.map((one: unknown, index) => (String(index) === first ? withKeys(one, rest, extra) : one))
  return { ...(body as Body), [first]: withKeys((body as Body)[first], rest, extra) }
}
