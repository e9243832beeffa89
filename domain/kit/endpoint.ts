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
  /** Creates or moves money or a booking: the call carries an `Idempotency-Key`. */
  readonly idempotent?: boolean
  /** Demo mode (AllowCriticalEditsAdmin off) refuses it with `demo_mode`. */
  readonly refusedInDemo?: boolean
  /** The spec's own calls answer errors as `{error: text}`. */
  readonly legacyError?: boolean
}

/** What a client needs to make the call. `domain/<feature>/<feature>-routes.ts` holds it apart from the schemas. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'roles' | 'idempotent'>
export type Routes = Readonly<Record<string, Route>>

/** An endpoint as a client knows it: the route, and its schemas as types; at run time they may be absent. */
type Schema = 'params' | 'query' | 'body' | 'reply'
export type Contract = Route & Partial<Pick<Endpoint, Schema>>

/** The routes of a feature with the types of its endpoints, for the browser, which loads no schemas. */
export type Calls<Api extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Api]: Route & Partial<Pick<Api[Name], Extract<keyof Api[Name], Schema>>>
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
export type Input<E extends Contract> = Given<'params', Sent<Field<E, 'params'>>> &
  Given<'query', Sent<Field<E, 'query'>>> &
  Given<'body', Sent<Field<E, 'body'>>>

/** What the server returns (before the schema drops what is not declared) and a client reads. */
export type Reply<E extends Contract> = Parsed<Field<E, 'reply'>>
export type ReplySource<E extends Endpoint> = z.input<E['reply']>

/** Role lists that most endpoints share. */
export const signedIn = ['rider', 'driver', 'fleetadmin', 'admin'] as const
export const everyone = ['visitor', ...signedIn] as const

/** Declares an endpoint: the route that clients load too, and what only the server reads. In one piece where no browser calls it. */
export function endpoint<const E extends Endpoint>(whole: E): E
export function endpoint<const R extends Route, const D extends Omit<Endpoint, keyof Route>>(
  route: R,
  declared: D,
): R & D
export function endpoint(route: Route, declared = {}): Route {
  return { ...route, ...declared }
}
