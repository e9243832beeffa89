import type { z } from 'zod'
import type { MessageKey } from '../messages/english.ts'

/**
 * Callers an endpoint can admit. `anyone` needs no token; `visitor` needs the anonymous bearer token of a visitor; the
 * four roles need a session. A caller that an endpoint does not name is refused.
 */
export type Access = 'anyone' | 'visitor' | Role
export type Role = 'rider' | 'driver' | 'fleetadmin' | 'admin'

/** Accounts that see the data of others. */
export const isOffice = (role: Role): boolean => role === 'admin' || role === 'fleetadmin'

/** What a caller can be to an object of each kind. `admin`: any admin, once the object exists. */
export interface Relationships {
  readonly booking: 'customer' | 'driver' | 'offered' | 'fleet' | 'admin'
  readonly payment: 'payer' | 'admin'
  readonly withdrawal: 'admin'
  readonly quote: 'customer' | 'maker'
  readonly debt: 'admin'
  readonly wallet: 'admin'
  readonly mail: 'admin'
  readonly person: 'fleet' | 'admin'
  readonly rider: 'admin'
  /** `met`: the other side of a booking */
  readonly file: 'owner' | 'met' | 'fleet' | 'admin'
}
export type ObjectKind = keyof Relationships

/**
 * The object a call names and the relationships to it that may call. Anyone else is answered 404, as for an object that
 * does not exist [design/api-13].
 */
export type ObjectRelation = {
  readonly [K in ObjectKind]: {
    readonly object: K
    readonly allow: readonly [Relationships[K], ...Relationships[K][]]
    /** Where the call carries the object's id; default `params.id`. */
    readonly id?: `params.${string}` | `body.${string}`
    /** The key of the 404; default `not_found`. */
    readonly refusal?: MessageKey
  }
}[ObjectKind]

/**
 * `none`: about no one's object. `self`: the caller's own data. `by-role`: rows are filtered by the caller's role.
 * `admins`: a row that is the same for every admin; only they may call, and the use-case answers 404 without the row.
 * An `ObjectRelation` is checked by the mount before the use-case runs.
 */
export type Relation = 'none' | 'self' | 'by-role' | 'admins' | ObjectRelation

/**
 * Names a row of the rate limits in the server's config. No endpoint has `nearby`: it limits the part of an answer that
 * says where free drivers are [design/access-84].
 */
export type RateClass =
  | 'read'
  | 'write'
  | 'maps'
  | 'tracks'
  | 'nearby'
  | 'lookup'
  | 'sign-in'
  | 'sign-up'
  | 'token'
  | 'position'
  | 'upload'
  | 'none'

type ZodObject = z.ZodType<Record<string, unknown>>

/**
 * An endpoint of the API, declared once: the server's mount, the typed client, OpenAPI and the access tests all read
 * this [design/api-1]. Bodies are strict objects (an unknown key is 400), replies are plain ones (an extra key is
 * dropped) [design/api-6].
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `/api/bookings/:id/accept`. */
  readonly path: string
  readonly summary: string
  readonly roles: readonly [Access, ...Access[]]
  /** The key of the 403 for a role that `roles` does not name; default `forbidden`. */
  readonly roleRefusal?: MessageKey
  readonly relation: Relation
  readonly rate: RateClass
  readonly params?: ZodObject
  readonly query?: ZodObject
  readonly body?: z.ZodType
  readonly reply: z.ZodType
  /** The reply is a file of one of these media types; `reply` is then the schema `file`. */
  readonly file?: readonly [string, ...string[]]
  /** The reply never changes and is public: browsers and proxies cache it. */
  readonly unchanging?: true
  /** The most bytes of a body, where the server's limit is too small. */
  readonly bodyBytes?: number
  /** The body is a file of one of these media types, not JSON; the use-case reads it with `call.upload`. */
  readonly upload?: { readonly types: readonly [string, ...string[]]; readonly mostBytes: number }
  /** Creates or moves money or a booking: the call carries an `Idempotency-Key` [design/api-17]. */
  readonly idempotent?: boolean
  /** Demo mode (AllowCriticalEditsAdmin off) refuses it with 403 `demo_mode` [design/access-12]. */
  readonly refusedInDemo?: boolean
  /**
   * An admin who must set up two-step sign-in first may call it; other calls that name the role are refused with 403
   * `two_factor_required` [design/accounts-69].
   */
  readonly beforeTwoFactor?: boolean
  /** A driver waiting for approval may call it, with a session of the application [design/documents-7]. */
  readonly beforeApproval?: boolean
  /** Answers errors as `{error: text, key}`, the shape of the calls on the host root [design/api-11]. */
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

/** The parsed input a use-case receives. */
export interface Parts<E extends Endpoint> {
  readonly params: Parsed<Field<E, 'params'>>
  readonly query: Parsed<Field<E, 'query'>>
  readonly body: Parsed<Field<E, 'body'>>
}

type OptionalPart<K extends string, V> = V extends undefined ? { [k in K]?: undefined } : { [k in K]: V }

/** The input a client passes. */
export type Input<E extends Contract> = OptionalPart<'params', Sent<Field<E, 'params'>>> &
  OptionalPart<'query', Sent<Field<E, 'query'>>> &
  OptionalPart<'body', Sent<Field<E, 'body'>>>

/** `ReplySource` is what the use-case returns, `Reply` what the client reads: the schema drops undeclared fields. */
export type Reply<E extends Contract> = Parsed<Field<E, 'reply'>>
export type ReplySource<E extends Endpoint> = z.input<E['reply']>

/** Role lists that most endpoints share. */
export const signedIn = ['rider', 'driver', 'fleetadmin', 'admin'] as const
export const everyone = ['visitor', ...signedIn] as const

/** An endpoint with an id in its path names an object, so its relation to the caller must be declared. */
type NamesObject<R extends Route> = R['path'] extends `${string}:${string}`
  ? { readonly relation: ObjectRelation | (R['roles'] extends readonly ['admin'] ? 'admins' : never) }
  : unknown

/** Declares an endpoint: the route that clients load too, and the rest. In one piece where no browser calls it. */
export function endpoint<const E extends Endpoint>(whole: E & NamesObject<E>): E
export function endpoint<const R extends Route, const D extends Omit<Endpoint, keyof Route>>(
  route: R,
  declared: D & NamesObject<R>,
): R & D
export function endpoint(route: Route, declared = {}): Route {
  return { ...route, ...declared }
}
