import type { Endpoint, Parts, ReplySource, Role } from '@remis/domain/kit/endpoint'
import type { Config } from '../runtime/config.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Failpoints } from '../runtime/failpoint.ts'
import type { Logger } from '../runtime/logger.ts'
import type { SecurityEvents } from '../security/security-events.ts'
import type { ServerSecret } from '../sessions/server-secret.ts'

/** The signed-in user of a request. */
export interface Person {
  readonly kind: 'person'
  readonly id: string
  readonly role: Role
  readonly sessionId: string
  /** An admin without a second step. */
  readonly oneStep?: true
}

export type Who = Person | { readonly kind: 'visitor'; readonly id: string } | { readonly kind: 'anyone' }

/** Endpoints for roles only always have a person. */
type Whoever<E extends Endpoint> = E['roles'][number] extends Role ? Person : Who

/** The context every use-case gets; features add their ports in their own `*Deps` types. */
export interface Platform {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly failpoint: Failpoints
  readonly secret: ServerSecret
  readonly security: SecurityEvents
}

/**
 * A refusal that is committed with its writes (a wrong trip code counts a try), then answered as its error
 * [design/api-16].
 */
export class CommittedRefusal {
  readonly error: Error
  constructor(error: Error) {
    this.error = error
  }
}

export interface Call<E extends Endpoint> extends Parts<E> {
  readonly who: Whoever<E>
  readonly requestId: string
  /** The client's address, by the trusted proxy headers. */
  readonly address: string
  readonly userAgent: string
  /**
   * The call's one transaction. With an idempotency key its row is inserted first and the reply is stored with the
   * commit, so a second caller waits and gets the same answer. Do network calls before it, never inside. After the
   * commit the event stream is poked. A `CommittedRefusal` commits and is then thrown as its error; an error rolls
   * back.
   */
  readonly commit: <T extends ReplySource<E>>(work: (tx: Tx) => Promise<T | CommittedRefusal>) => Promise<T>
  /**
   * Reads the body of an endpoint with `upload`; 413 `file_too_large` past its limit. Nothing is read before, so a call
   * that is refused costs no memory.
   */
  readonly upload: () => Promise<Buffer>
  /** Sets or clears the session cookie on the reply. */
  readonly cookie: { set(token: string, expiresAt: number): void; clear(): void }
  /** The browser's token, by which accounts recognise it; undefined: it has none. */
  readonly device: { readonly token: string | undefined; remember(token: string): void }
}

export type UseCase<Deps, E extends Endpoint> = (app: Deps, call: Call<E>) => Promise<ReplySource<E>>

type Api = Record<string, Endpoint>

/** An endpoint with its use-case. */
export interface Served<Deps> {
  readonly endpoint: Endpoint
  readonly run: (app: Deps, call: Call<Endpoint>) => Promise<unknown>
}

/** Pairs the endpoints of an api with their use-cases; a missing or wrongly typed one does not compile. */
export const serve = <Deps, const A extends Api>(
  api: A,
  useCases: { [K in keyof A]: UseCase<Deps, A[K]> },
): Served<Deps>[] =>
  Object.entries(api).map(([name, endpoint]) => ({
    endpoint,
    // The mount has parsed the call by this endpoint's schemas.
    run: useCases[name as keyof A] as unknown as Served<Deps>['run'],
  }))
