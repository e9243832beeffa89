import { z } from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'
import { uuidPattern } from './uuid.ts'

/** A string of at most `max` UTF-16 units. Refuses NUL (PostgreSQL cannot store it) and lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0\p{Surrogate}]*$/u)

/** Free text of a person: `text` without characters that cannot be seen [design/accounts-63]. */
export const freeText = (max: number) => text(max).overwrite(cleanText)

/** A name: free text on one line. */
export const lineText = (max: number) => text(max).overwrite(cleanLine)

export const uuid = z.string().regex(uuidPattern)

/** A booking's id: 10 random characters of Crockford base 32, because people read it aloud [design/api-30]. */
export const bookingId = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/)

/** Milliseconds since 1970, up to the year 2100: within the range of PostgreSQL and Date. */
export const timeMs = z.int().min(0).max(4_102_444_800_000)

/** A calendar day of this century, YYYY-MM-DD. */
export const calendarDay = z.iso.date().regex(/^20/)

/** A decimal amount of money on the wire, major units; below 10^12 [design/api-28], the limit of the columns. */
export const amount = z.number().min(-999_999_999_999).max(999_999_999_999)

/** WGS 84 degrees. */
export const latLng = z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })

export const nothing = z.object({})

/** A file that the server sends in parts, as they are made. */
export interface FileReply {
  readonly name: string
  /** media type */
  readonly type: string
  readonly content: AsyncIterable<string | Uint8Array>
}

/** The reply of an endpoint that declares `file`. */
export const file = z.custom<FileReply>((value) => typeof value === 'object' && value !== null && 'content' in value)
