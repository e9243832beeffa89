import type { z } from 'zod'

/**
 * Who may call. `anyone` needs no token at all; `visitor` needs the anonymous bearer token of a visitor.
 * The four roles of spec 1 §6 need a session. An endpoint names all who may call it: default is deny.
 */
export type Access = 'anyone' | 'visitor' | Role
export type Role = 'rider' | 'driver' | 'fleetadmin' | 'admin'

/** What the caller must be to the object named in the path; anybody else is answered 404, as for an absent one. */
export type Relation = 'none' | 'self' | 'customer' | 'driver' | 'offered' | 'party' | 'fleet' | 'by-role'

/** Names a row of the rate limits in the server's config. */
export type RateClass = 'read' | 'write' | 'maps' | 'lookup' | 'sign-in' | 'sign-up' | 'token' | 'position' | 'none'

type ZodObject = z.ZodType<Record<string, unknown>>

/**
 * An endpoint of the API, declared once (design §4): the server's mount, the typed client, OpenAPI and the access
 * tests all read this. Bodies are strict objects (an unknown key is 400), replies are plain ones (an extra is dropped).
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `/api/bookings/:id/accept`. */
  readonly path: string
  readonly summary: string
  readonly roles: readonly [Access, ...Access[]]
  readonly relation: Relation
  readonly rate: RateClass
  readonly params?: ZodObject
  readonly query?: ZodObject
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  /** The reply is a file of one of these media types; `reply` is then the schema `file`. */
  readonly file?: readonly [string, ...string[]]
  /** Creates or moves money or a booking: the call carries an `Idempotency-Key`. */
  readonly idempotent?: boolean
  /** Demo mode (AllowCriticalEditsAdmin off) refuses it with `demo_mode`. */
  readonly refusedInDemo?: boolean
  /** The spec's own calls answer errors as `{error: text}`. */
  readonly legacyError?: boolean
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
type Field<E, K extends string> = K extends keyof E ? Exclude<E[K], undefined> : undefined

/** What the server's use-case receives. */
export interface Parts<E extends Endpoint> {
  readonly params: Parsed<Field<E, 'params'>>
  readonly query: Parsed<Field<E, 'query'>>
  readonly body: Parsed<Field<E, 'body'>>
}

type Given<K extends string, V> = V extends undefined ? { [k in K]?: undefined } : { [k in K]: V }

/** What a client hands in. */
export type Input<E extends Endpoint> = Given<'params', Sent<Field<E, 'params'>>> &
  Given<'query', Sent<Field<E, 'query'>>> &
  Given<'body', Sent<Field<E, 'body'>>>

/** What the server returns (before the schema drops what is not declared) and a client reads. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
export type ReplySource<E extends Endpoint> = z.input<E['reply']>

export const endpoint = <const E extends Endpoint>(declared: E): E => declared
