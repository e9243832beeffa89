import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { logOutage, type OutageLog } from '../../../platform/runtime/log-outage.ts'
import type { Logger } from '../../../platform/runtime/logger.ts'
import type { MapsCache, MapsLimits } from '../../../platform/runtime/limits/outside-limits.ts'
import type { GatewayReply, SendRequest } from '../../../platform/security/guarded-request.ts'
import { AddressRefused } from '../../../platform/security/outgoing-address.ts'
import { isMapsOutage, MapsError, type MapServiceState } from '../maps-provider.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { DayUse } from './service-days-store.ts'
import { countShare, uncountShare } from '../../../platform/security/spender.ts'

/** How requests are counted against the ceilings of the day; in a database, so that they survive a restart. */
export interface UseCounter {
  /** False: the ceiling is reached. */
  count(service: string, microDollars: number, most: DayUse): Promise<boolean>
  today(): Promise<ReadonlyMap<string, DayUse>>
}

export interface OutsideServiceOptions {
  readonly name: string
  /**
   * Addresses that may be called: https://host/path?query. The path is a prefix, the query is sent with each request.
   */
  readonly bases: readonly string[]
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly send: SendRequest
  readonly counter: UseCounter
  readonly most: DayUse
  /** What of `most` only requests for fares may use; default nothing. */
  readonly reserve?: number
  readonly limits: MapsLimits
  /**
   * How long answers may be kept where the service's terms set another time than the limits, seconds. 0: not at all.
   */
  readonly cacheSeconds?: Readonly<Partial<Record<MapsCache, number>>>
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly now?: () => number
}

export interface OutsideRequest {
  /** After the path of the base; begins with a slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON by POST. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** One of the bases; default the first. */
  readonly base?: string
  readonly timeoutMs?: number
  /** List price, millionths of a US dollar. */
  readonly microDollars?: number
  /** A fare is made of the answer: it may use what of the ceilings is kept for fares. */
  readonly forFare?: boolean
}

export interface OutsideReply {
  /** 200 to 299 or 400 to 499, never 429. */
  readonly status: number
  readonly json: unknown
}

/** A ceiling of Remis is reached: nothing was sent, and the service works. */
class CeilingReached extends MapsError {
  constructor(text: string) {
    super('QUOTA', text)
    this.name = 'CeilingReached'
  }
}

/** The service rejected this request; others may work. */
class RequestRefused extends MapsError {
  constructor(text: string) {
    super('UPSTREAM', text)
    this.name = 'RequestRefused'
  }
}

/** Statuses for a request that cannot be answered as it is. */
const oneRequest: readonly number[] = [400, 414, 422]

/** The error of a 4xx that the adapter does not know. After 401, 403 or 404 the service counts as failed. */
export const refusedWith = (status: number, text: string): MapsError =>
  oneRequest.includes(status) ? new RequestRefused(text) : new MapsError('UPSTREAM', text)

/** Price of the most expensive request; with less than this left the day's budget counts as used up. */
const dearRequest = 10_000

const isOutage = (error: unknown): boolean => !(error instanceof MapsError) || isMapsOutage(error)

/**
 * Requests to one outside service [design/maps-82]: counted, with a timeout and one retry of network failures and 5xx,
 * no redirect, limited replies, a circuit breaker and caches. Every failure is a MapsError: QUOTA for 429 and a reached
 * ceiling, UPSTREAM for the rest. Error texts contain no address, which may carry a key.
 */
export class OutsideService {
  readonly name: string
  readonly bases: readonly string[]
  readonly #options: OutsideServiceOptions
  readonly #breaker: CircuitBreaker
  readonly #caches = new Map<MapsCache, LRUCache<string, Promise<unknown>>>()
  readonly #now: () => number
  #lastError: { text: string; at: number } | null = null
  readonly #outage: OutageLog

  constructor(options: OutsideServiceOptions) {
    this.name = options.name
    this.bases = options.bases
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#outage = logOutage(options.log, {
      level: 'warn',
      fails: 'a maps service fails',
      works: 'a maps service answers again',
      details: { service: this.name },
    })
    const { failures, pauseSeconds } = options.limits
    this.#breaker = new CircuitBreaker(failures, pauseSeconds * 1000, this.#now)
  }

  /**
   * Sends a request and reads its reply. `read` throws a MapsError for what the service refuses; any other error of it,
   * as of a schema, means that the reply is not understood: UPSTREAM.
   */
  async ask<T>(request: OutsideRequest, read: (reply: OutsideReply) => T): Promise<T> {
    if (!this.#breaker.mayCall())
      throw new MapsError('UPSTREAM', `${this.name} failed several times and is paused. ${this.#lastError?.text ?? ''}`)
    try {
      const answer = this.#understand(await this.#sendTwice(request), read)
      this.#worked()
      return answer
    } catch (error) {
      // A ceiling says nothing about the service.
      if (error instanceof CeilingReached) this.#breaker.notSent()
      else if (error instanceof RequestRefused) {
        this.#worked()
        this.#lastError = { text: error.message, at: this.#now() }
      } else if (isOutage(error)) this.#failed(error)
      else this.#worked()
      throw error
    }
  }

  /**
   * The answer to the same question within the lifetime of its kind, else `find`'s. Simultaneous callers with the same
   * question share one request. A failure is not kept.
   */
  async cached<T>(kind: MapsCache, question: unknown, find: () => Promise<T>): Promise<T> {
    const cache = this.#cacheOf(kind)
    if (cache === undefined) return find()
    const key = JSON.stringify(question)
    const known = cache.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const asked = find()
    cache.set(key, asked)
    try {
      return await asked
    } catch (error) {
      if (cache.peek(key) === asked) cache.delete(key)
      throw error
    }
  }

  /** undefined: answers of this kind are not kept. */
  #cacheOf(kind: MapsCache): LRUCache<string, Promise<unknown>> | undefined {
    const { seconds, most } = this.#options.limits.cache[kind]
    const lifetime = this.#options.cacheSeconds?.[kind] ?? seconds
    if (lifetime <= 0) return undefined
    const cache =
      this.#caches.get(kind) ??
      new LRUCache({ max: most, ttl: lifetime * 1000, ttlResolution: 0, perf: { now: this.#now } })
    this.#caches.set(kind, cache)
    return cache
  }

  /** Runs a call now, also while the service is paused. */
  test<T>(call: () => Promise<T>): Promise<T> {
    this.#breaker.endPause()
    return call()
  }

  state(use: DayUse | undefined): Omit<MapServiceState, 'capabilities'> {
    const { bases, most } = this.#options
    const retryAt = this.#breaker.pausedUntil
    const { requests, microDollars } = use ?? { requests: 0, microDollars: 0 }
    return {
      name: this.name,
      host: new URL(bases[0] ?? '').host,
      state: this.#isUsedUp({ requests, microDollars })
        ? 'over'
        : retryAt !== null
          ? 'paused'
          : this.#outage.failing
            ? 'failing'
            : 'ok',
      lastError: this.#lastError,
      retryAt,
      requests,
      mostRequests: most.requests,
      spent: microDollars / 1e6,
      mostSpent: most.microDollars / 1e6,
    }
  }

  /** What requests other than those for fares may use of a day. */
  #unreserved(): DayUse {
    const { most, reserve = 0 } = this.#options
    return {
      requests: Math.floor(most.requests * (1 - reserve)),
      microDollars: Math.floor(most.microDollars * (1 - reserve)),
    }
  }

  #isUsedUp({ requests, microDollars }: DayUse): boolean {
    const most = this.#unreserved()
    return requests >= most.requests || (microDollars > 0 && microDollars + dearRequest > most.microDollars)
  }

  async #sendTwice(request: OutsideRequest): Promise<GatewayReply> {
    const first = await this.#sendOnce(request).catch((error: unknown) => error)
    const again = isWorthRetrying(first)
    if (again) await sleep(this.#options.limits.retryMs)
    const reply = again ? await this.#sendOnce(request).catch((error: unknown) => error) : first
    if (reply instanceof MapsError) throw reply
    if (!isReply(reply)) throw new MapsError('UPSTREAM', `${this.name} cannot be reached: ${reasonOf(reply)}.`)
    return reply
  }

  async #sendOnce({ path, query, body, headers, base, timeoutMs, microDollars = 0, forFare = false }: OutsideRequest) {
    const { counter, most, limits, send, bases, headers: usual } = this.#options
    const url = urlOf(base ?? bases[0] ?? '', path, query)
    if (!bases.some((one) => isBelow(url, one)))
      throw new MapsError('BAD_INPUT', `${this.name} may not be called at another address.`)
    if (!(await this.#counted(() => countShare(microDollars))))
      throw new CeilingReached(`One person’s share of ${this.name} is used up.`)
    const ceiling = forFare ? most : this.#unreserved()
    if (!(await this.#counted(() => counter.count(this.name, microDollars, ceiling)))) {
      await this.#counted(() => uncountShare(microDollars))
      throw new CeilingReached(`The ceiling of ${this.name} for today is reached.`)
    }
    return send(
      {
        url: url.href,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...usual,
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      },
      timeoutMs ?? limits.answerMs,
    )
  }

  /** A request that cannot be counted is not sent: it could exceed the ceiling. */
  async #counted<T>(count: () => Promise<T>): Promise<T> {
    try {
      return await count()
    } catch (error) {
      throw withCause(new MapsError('UPSTREAM', `A request to ${this.name} could not be counted.`), error)
    }
  }

  #understand<T>({ status, body, cut }: GatewayReply, read: (reply: OutsideReply) => T): T {
    if (status === 429) throw new MapsError('QUOTA', `${this.name} refuses more requests (429).`)
    if (status >= 500) throw new MapsError('UPSTREAM', `${this.name} answers ${status}.`)
    if (status < 200 || (status >= 300 && status < 400))
      throw new MapsError('UPSTREAM', `${this.name} answers ${status}, a redirect. Enter the address it leads to.`)
    if (cut === true) throw new MapsError('UPSTREAM', `A reply of ${this.name} is too long.`)
    try {
      return read({ status, json: JSON.parse(body) as unknown })
    } catch (error) {
      if (error instanceof MapsError) throw error
      throw withCause(new MapsError('UPSTREAM', `${this.name} returned ${status} with an unexpected body.`), error)
    }
  }

  #worked(): void {
    this.#breaker.succeeded()
    this.#outage.worked()
  }

  #failed(error: unknown): void {
    this.#breaker.failed()
    this.#lastError = { text: error instanceof Error ? error.message : String(error), at: this.#now() }
    this.#outage.failed(error)
  }
}

const isReply = (given: unknown): given is GatewayReply =>
  typeof given === 'object' && given !== null && 'status' in given && 'body' in given

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')

/**
 * 5xx and network failures are retried; timeouts are not, because a second attempt would exceed the acceptable wait.
 */
const isWorthRetrying = (outcome: unknown): boolean =>
  isReply(outcome)
    ? outcome.status >= 500
    : !(outcome instanceof MapsError) && !(outcome instanceof AddressRefused) && !isTimeout(outcome)

const reasonOf = (error: unknown): string => {
  if (isTimeout(error)) return 'no answer in time'
  return error instanceof Error ? error.message : String(error)
}

const withCause = (error: MapsError, cause: unknown): MapsError => {
  error.cause = cause
  return error
}

const urlOf = (base: string, path: string, query: OutsideRequest['query'] = {}): URL => {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/** A segment such as `..` cannot leave the base: URL resolves it before the comparison. */
const isBelow = (url: URL, base: string): boolean => {
  const { origin, pathname } = new URL(base)
  return url.origin === origin && url.pathname.startsWith(pathname.replace(/\/+$/, '') + '/')
}
