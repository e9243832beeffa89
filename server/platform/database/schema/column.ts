import type { ColumnType } from 'kysely'

/** timestamptz: read as ms since 1970, written as Date. */
export type At = ColumnType<number, Date, Date>
export type AtOrNull = ColumnType<number | null, Date | null | undefined, Date | null>
export type AtNow = ColumnType<number, Date | undefined, Date>
/** jsonb: read as parsed, written as text (JSON.stringify), since arrays would otherwise become PostgreSQL arrays. */
export type Json<T> = ColumnType<T, string, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
export type JsonOr<T> = ColumnType<T, string | undefined, string>
export type Opt<T> = ColumnType<T, T | undefined, T>
export type Null<T> = ColumnType<T | null, T | null | undefined, T | null>
/** Written by the database: what searches look up [design/data-81]. */
export type Words = ColumnType<string, never, never>
/** bigint of minor units or a counter: the pool's parser gives a number and refuses unsafe ones. */
export type Big = number

/** Computed by the database from other columns. */
export type Computed<T> = ColumnType<T, never, never>

/** A parcel type or an option of a car type. */
export type Extra = { description: string; amount: number }
